// What a live notebook's kernel loads in place of Pyodide's own script, which would be a second copy; lite.py fills in
// what stands in <>.
//
// The trimmed standard library is a zip in which packages lack modules; these lie in site-packages, and a package is
// searched in one place only, so all of it moves there.
self.loadPyodide = async ({ indexURL, ...options }) => {
  const runtime = new URL("../<ASSETS>/<RUNTIME>/", indexURL);
  const { loadPyodide } = await import(new URL("pyodide.module.js", runtime));
  const lockFileURL = new URL("pyodide-lock.json?<LOCK>", indexURL).href;
  const pyodide = await loadPyodide({ ...options, indexURL: runtime.href, lockFileURL });
  pyodide.runPython(`
import sys
import zipfile
site, library = "/lib/python3.12/site-packages", "/lib/python312.zip"
zipfile.ZipFile(library).extractall(site)
sys.path.remove(library)
for module in list(sys.modules.values()):
    if any(path.startswith(library) for path in getattr(module, "__path__", ())):
        module.__path__[:] = [path.replace(library, site) for path in module.__path__]
sys.path_importer_cache.clear()
`);
  return pyodide;
};

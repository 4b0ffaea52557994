"""Packs for notebooks in the browser what they need beyond the pages' Python: compiled, so that they start sooner.

Runs inside Pyodide, in node, after `trim` (``compiled`` and ``zipped`` are its functions), started by `live_python`.
"""

import re
import zipfile
from pathlib import Path

# Tests, headers, type stubs, what draws in other programs than a notebook, and most languages that Pygments can colour.
LEFT_OUT = re.compile(
    r"(^|/)(tests|f2py|sample_data|web_backend|sphinxext|images|afm|pdfcorefonts|labextension|nbextension)/"
    r"|(^|/)(idlelib|lib2to3)/|\.(pyi|pxd|pyx|pyd|h|c|a|typed|so\.map)$"
    r"|cpython-3\d+-[a-z0-9_]*-(linux|darwin)|\.(dylib|dll)$|/qt\.py$"
    r"|backends/(backend_(gtk|qt|tk|wx|macosx|webagg|nbagg|cairo|pgf)|_backend_(gtk|tk)|qt_)"
    r"|pygments/lexers/(?!__init__|_mapping|_css|_lasso|bash|css|data|html|javascript|jvm|perl|python|ruby"
    r"|shell|special|tex|web|markup)"
    r"|\.dist-info/(?!METADATA|entry_points)")


def packed(paths, known):
    """The bytes of one zip with the modules of these archives, compiled, except the paths in ``known``."""
    files = {}
    for path in paths:
        with zipfile.ZipFile(path) as source:
            for name in source.namelist():
                if name.endswith("/") or LEFT_OUT.search(name) or name in known or name + "c" in known:
                    continue
                data = source.read(name)
                if name.endswith(".py"):
                    # Docstrings stay: readers ask for them.
                    name, data = name + "c", compiled(data, "/lib/python3.12/site-packages/" + name, optimize=0)
                if files.setdefault(name, data) != data:
                    raise ValueError(f"two archives have {name}")
    return zipped(dict(sorted(files.items())))


def pack(folder, plan):
    """Make each pack of a plan, name -> names of archives in the folder, without what the trimmed archives have."""
    folder, known = Path(folder), set()
    for path in (folder / "trimmed").iterdir():
        with zipfile.ZipFile(path) as archive:
            known |= {name for name in archive.namelist() if ".dist-info/" not in name}
    for name, archives in plan.items():
        (folder / name).write_bytes(packed([folder / archive for archive in archives], known))

"""Packs for notebooks in the browser what they need beyond the pages' Python: compiled, so that the kernel starts sooner.

Runs inside Pyodide, in node, after `trim` (``compiled`` is its function), started by `oco_live.hosts.lite`.
"""

import io
import json
import re
import zipfile
from pathlib import Path

# Tests, headers, type stubs, what draws in other programs than a notebook, and most languages that Pygments can colour.
LEFT_OUT = re.compile(
    r"(^|/)(tests|f2py|sample_data|web_backend|sphinxext|images|afm|pdfcorefonts|labextension|nbextension|idlelib|lib2to3)/"
    r"|\.(pyi|pxd|pyx|pyd|h|c|a|typed|so\.map)$|cpython-3\d+-[a-z0-9_]*-(linux|darwin)|\.(dylib|dll)$|/qt\.py$"
    r"|backends/(backend_(gtk|qt|tk|wx|macosx|webagg|nbagg|cairo|pgf)|_backend_(gtk|tk)|qt_)"
    r"|pygments/lexers/(?!__init__|_mapping|_css|_lasso|bash|css|data|html|javascript|jvm|perl|python|ruby|shell|special|tex|web|markup)"
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
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as target:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o100644 << 16, zipfile.ZIP_DEFLATED
            target.writestr(entry, files[name], compresslevel=9)
    return buffer.getvalue()


def pack(folder, plan):
    """Make each pack of a plan: name of the pack -> names of archives in the folder; what the trimmed ones have is left out."""
    folder, plan = Path(folder), json.loads(plan)
    known = set()
    for path in (folder / "trimmed").iterdir():
        with zipfile.ZipFile(path) as archive:
            known |= {name for name in archive.namelist() if ".dist-info/" not in name}
    for name, archives in plan.items():
        (folder / name).write_bytes(packed([folder / archive for archive in archives], known))

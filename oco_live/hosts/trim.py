"""Makes Python's start in the browser short: keeps of two archives what is imported, compiled and not deflated.

`both` and `compiled` run inside Pyodide, in node, when the book is built (`browser.in_pyodide`): only that Python can
compile for the one in the reader's browser, which without this spends most of its start on compiling the standard
library. What is stored as it is the host compresses better as a whole, and unpacking costs nothing.
"""

import importlib
import importlib.util
import io
import marshal
import sys
import zipfile
from pathlib import Path

# What the explorers import, or a call of theirs imports later, beyond what Pyodide's start and NumPy's import do. A
# test looks at every import of the explorers, another has each of them answer in the browser.
ALSO = ("dataclasses", "decimal", "fractions", "gzip", "hashlib", "importlib.readers", "importlib.resources.readers",
        "json", "numpy.ma", "numpy.random", "traceback")


def zipped(files, compression=zipfile.ZIP_DEFLATED):
    """The bytes of a zip of path -> bytes, in this order: the same every time, on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o100644 << 16, compression  # 3: Unix
            archive.writestr(entry, data, compresslevel=9)
    return buffer.getvalue()


def compiled(source, place, optimize):
    """The bytes of a .pyc that is never checked against its source: there is none beside it."""
    code = compile(source, place, "exec", dont_inherit=True, optimize=optimize)
    return (importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
            + marshal.dumps(code))


def kept(path, names):
    """Whether the file of an archive is part of a module in ``names``, or says what it is and under which licence."""
    if path.endswith((".dist-info/METADATA", ".dist-info/WHEEL", ".dist-info/LICENSE.txt")):
        return True
    module = path.partition(".")[0].replace("/", ".").removesuffix(".__init__")
    return path.endswith((".py", ".so")) and module in names


def trimmed(path, names, place=""):
    """The same zip or wheel with the modules in ``names`` only, compiled as ``place`` + path, in order of path."""
    files = {}
    with zipfile.ZipFile(path) as source:
        for name in sorted(name for name in source.namelist() if kept(name, names)):
            files[name] = source.read(name)
            if name.endswith(".py"):
                # The standard library without asserts and docstrings, as `python -OO` has it; NumPy's import reads its.
                files[name + "c"] = compiled(files.pop(name), place + name, optimize=2 if place else 0)
    return zipped(files, zipfile.ZIP_STORED)


def both(stdlib, wheel):
    """Trim this interpreter's standard library and NumPy, copies of which lie at these paths, where they lie."""
    for name in ALSO:
        importlib.import_module(name)
    names = frozenset(sys.modules)
    for path, place in ((stdlib, "/lib/python312.zip/"), (wheel, "")):
        Path(path).write_bytes(trimmed(path, names, place))

"""Make .venv and put the book's packages into it: ``python3 tools/environment.py [--test]``.

Standard library only, and written so that an old Python can still read it and say what is wrong. Does nothing when
the requirements have not changed since the last time.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
NEEDED = (3, 11)


def interpreter():
    """A Python that is new enough: this one, or a newer one on the PATH."""
    if sys.version_info >= NEEDED:
        return sys.executable
    for minor in range(14, NEEDED[1] - 1, -1):
        found = shutil.which("python3.%d" % minor)
        if found:
            return found
    sys.exit(
        "This book needs Python %d.%d or newer; %s is %d.%d. Install a newer one, or name one: make PYTHON=/path/to/python3 ..."
        % (NEEDED + (sys.executable,) + tuple(sys.version_info[:2]))
    )


def stamp(files):
    """What the environment was made from."""
    digest = hashlib.sha256()
    for name in files + ["constraints.txt", "pyproject.toml"]:
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    digest.update(ROOT.encode())  # the installation in place knows where the repository lies
    return digest.hexdigest()


def venv_python():
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(VENV, folder, name)


def create():
    python = interpreter()
    if subprocess.call([python, "-c", "import venv, ensurepip"], stderr=subprocess.DEVNULL):
        # Debian and Ubuntu keep this part of Python in a package of its own.
        if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
            subprocess.check_call(["apt-get", "update", "-qq"])
            subprocess.check_call(["apt-get", "install", "-y", "-qq", "python3-venv"])
        else:
            sys.exit("%s has no venv module; on Debian and Ubuntu: sudo apt-get install python3-venv" % python)
    print("Making the environment .venv with %s" % python)
    subprocess.check_call([python, "-m", "venv", "--clear", VENV])


def main():
    files = ["requirements.txt"] + (["requirements-test.txt"] if "--test" in sys.argv[1:] else [])
    wanted = stamp(files)
    mark = os.path.join(VENV, "made-from-" + files[-1])
    if os.path.exists(venv_python()) and os.path.exists(mark):
        with open(mark) as file:
            if file.read() == wanted:
                return
    if not os.path.exists(venv_python()):
        create()
    pip = [venv_python(), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet",
           "-c", os.path.join(ROOT, "constraints.txt")]
    print("Installing %s (a few minutes the first time)" % " and ".join(files))
    sys.stdout.flush()
    for name in files:
        pip += ["-r", os.path.join(ROOT, name)]
    try:
        subprocess.check_call(pip)
        # Notebooks import oco_core and oco_live wherever they lie.
        subprocess.check_call(pip[:7] + ["--no-deps", "--no-build-isolation", "-e", ROOT])
    except subprocess.CalledProcessError as error:
        sys.exit("The environment is not complete: pip failed (code %d)." % error.returncode)
    with open(mark, "w") as file:
        file.write(wanted)


if __name__ == "__main__":
    main()

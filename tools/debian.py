"""Install Debian's packages where this is root's machine: `install`."""

import os
import shutil
import subprocess
import sys


def install(packages: list[str], otherwise: str) -> None:
    """Where that cannot be done, stop and say ``otherwise``."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        sys.exit(otherwise)
    print(f"Installing Debian's {', '.join(packages)}", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"],
                    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]):
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout}\n{' '.join(command)} failed.\n{otherwise}")

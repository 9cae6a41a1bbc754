"""What the scripts share that run the program."""

import os
import pathlib
import shutil
import sys

# The repository, or the folder of an unpacked release.
ROOT = pathlib.Path(__file__).resolve().parent.parent

# What the program says is read in English.
os.environ["LC_ALL"] = "C"


def program(name=None):
    """The path, for any folder, of the program of this name, else $GEHTAUF (paths, or names in PATH), else of what was
    built, else of what lies in ROOT."""
    name = name or os.environ.get("GEHTAUF")
    for place in [name] if name else [ROOT / "target/release/gehtauf", ROOT / "gehtauf"]:
        if found := shutil.which(place):
            return os.path.abspath(found)
    print(f"no program {name or 'target/release/gehtauf'}", file=sys.stderr)
    sys.exit(2)

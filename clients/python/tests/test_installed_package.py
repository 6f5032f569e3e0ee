"""The wheel and the sdist as pip installs them, in a folder that holds nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

CLIENT = Path(__file__).parent.parent

USES_THE_PACKAGE = """
import asyncio, sys, httpx2, plumbline

def answer(request):
    return httpx2.Response(200, json={"limits": [], "seen": request.headers["user-agent"]})

with plumbline.Plumbline(api_key="k", http_client=httpx2.Client(transport=httpx2.MockTransport(answer))) as client:
    print(client.limits.get().seen)
    try:
        client.evidence.verify(b"{}", trust={})
    except plumbline.PlumblineError as error:
        print(error)

async def main():
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    async with plumbline.AsyncPlumbline(api_key="k", http_client=http) as client:
        print((await client.limits.get()).to_dict()["limits"])

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, CLIENT)
    return folder


def kib(file: Path) -> int:
    return round(file.stat().st_size / 1024)


@pytest.mark.system
def test_wheel_and_sdist_hold_the_package_and_nothing_else(
    built: Path, record_property: Callable[[str, object], None]
) -> None:
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    # The tests of the whole repository print it.
    record_property("printed", f"{wheel.name} {kib(wheel)} KiB, {sdist.name} {kib(sdist)} KiB")

    names = zipfile.ZipFile(wheel).namelist()
    assert {"plumbline/py.typed", "plumbline/models.py", "plumbline/_sync/client.py"} <= set(names)
    assert {name.split("/")[0] for name in names} == {"plumbline", f"{wheel.name.split('-py3')[0]}.dist-info"}
    with tarfile.open(sdist) as archive:
        tops = {name.split("/", 1)[1].split("/")[0] for name in archive.getnames() if "/" in name}
    assert tops <= {
        "src",
        "README.md",
        "PKG-INFO",
        "pyproject.toml",
        "hatch_build.py",
        ".gitignore",
        "LICENSE",
    }


@pytest.mark.system
def test_the_wheel_of_the_sdist_is_that_of_the_checkout(built: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, CLIENT)

    (from_sdist,) = built.glob("*.whl")
    (from_checkout,) = tmp_path.glob("*.whl")
    assert from_sdist.read_bytes() == from_checkout.read_bytes()


@pytest.mark.system
@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13"])
def test_it_installs_and_works_under_python(version: str, built: Path, tmp_path: Path) -> None:
    python = interpreter(version)
    run(python, "-m", "venv", tmp_path / "venv")
    installed = tmp_path / "venv/bin/python"
    # The newest that the metadata allows: what someone gets who installs it today.
    forms = ["*.whl", "*.tar.gz"] if version == "3.11" else ["*.whl"]
    for package in [file for form in forms for file in built.glob(form)]:
        pip_install(installed, package)
        out = run(installed, "-I", "-c", USES_THE_PACKAGE, cwd=tmp_path).stdout.splitlines()
        assert out[0].startswith("plumbline-client-python/")
        assert 'pip install "plumbline-client[verify]"' in out[1]
        assert out[2] == "[]"


@pytest.mark.system
def test_it_works_with_the_oldest_libraries_that_it_says_it_does(built: Path, tmp_path: Path) -> None:
    run(interpreter("3.10"), "-m", "venv", tmp_path / "venv")
    installed = tmp_path / "venv/bin/python"
    (wheel,) = built.glob("*.whl")
    oldest = ["httpx2==2.10.0", "pydantic==2.10.0", "typing-extensions==4.12.2"]
    pip_install(installed, wheel, *oldest)
    assert run(installed, "-I", "-c", USES_THE_PACKAGE, cwd=tmp_path).stdout


@pytest.mark.system
def test_the_types_hold_by_pyright() -> None:
    """It fetches itself first, and takes as long as all other tests of the client together."""
    run(Path(sys.executable).parent / "pyright", cwd=CLIENT)


def interpreter(version: str) -> str:
    pyenv = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    known = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for python in [shutil.which(f"python{version}"), *map(str, known)]:
        # A shim of a version manager may stand for a version that is not to be had by it.
        if python is not None and run(python, "-c", "", fails=True).returncode == 0:
            return python
    pytest.skip(f"python{version} is not here")


def pip_install(python: Path, *packages: str | Path) -> None:
    done = run(python, "-m", "pip", "install", "--quiet", "--force-reinstall", *packages, fails=True)
    if done.returncode != 0 and re.search(
        "NewConnectionError|NameResolutionError|Temporary failure", done.stderr
    ):
        pytest.skip("the package registry is not to be reached")
    assert done.returncode == 0, done.stderr


def run(*words: str | Path, cwd: Path | None = None, fails: bool = False) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert fails or done.returncode == 0, done.stdout + done.stderr
    return done

import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parent.parent
SOURCE = CLIENT / "src/plumbline"


def test_models_operations_and_codes_are_those_of_the_contract(tmp_path: Path) -> None:
    subprocess.run([sys.executable, CLIENT / "tools/write_models.py", tmp_path], check=True)

    for name in ("models.py", "_operations.py", "problem_codes.py"):
        assert (tmp_path / name).read_text("utf-8") == (SOURCE / name).read_text("utf-8"), name


def test_the_blocking_half_is_the_asynchronous_one_without_async(tmp_path: Path) -> None:
    subprocess.run([sys.executable, CLIENT / "tools/write_sync.py", tmp_path], check=True)

    written = texts_below(tmp_path / "_sync")
    committed = texts_below(SOURCE / "_sync")
    del committed["io.py"]
    assert written == committed


def texts_below(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in folder.rglob("*.py")}

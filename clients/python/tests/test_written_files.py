import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parent.parent
SOURCE = CLIENT / "src/plumbline"


def test_models_and_operations_are_those_of_the_committed_document(tmp_path: Path) -> None:
    subprocess.run([sys.executable, CLIENT / "tools/write_models.py", tmp_path], check=True)

    for name in ("models.py", "_operations.py"):
        assert (tmp_path / name).read_text("utf-8") == (SOURCE / name).read_text("utf-8"), name

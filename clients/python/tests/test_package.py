from importlib.metadata import version
from importlib.resources import files

import plumbline


def test_the_package_says_its_version_and_that_it_has_types() -> None:
    assert plumbline.__version__ == version("plumbline-client")
    assert files("plumbline").joinpath("py.typed").is_file()

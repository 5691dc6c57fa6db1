"""The packages that only the training of some models reads."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version

from gateway.errors import NotFound


def require(packages: Iterable[str], extra: str = "train-scripts") -> None:
    """Returns if these packages are installed; raises NotFound for the first one that is not.

    ``extra`` is the extra of ours that installs them.

    >>> require(["numpy"])
    """
    for package in packages:
        try:
            version(package)
        except PackageNotFoundError:
            message = f"training needs the package {package}: pip install 'canarygate[{extra}]'"
            raise NotFound(message) from None

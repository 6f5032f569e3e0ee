from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """What the service answers. Members that this version of the client does not know are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=())

    def to_dict(self) -> dict[str, Any]:
        """As the service wrote it: the names of the contract, and no member that did not come."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)

    def to_json(self, *, indent: int | None = None) -> str:
        return self.model_dump_json(by_alias=True, exclude_unset=True, indent=indent, warnings=False)

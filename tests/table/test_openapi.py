"""The HTTP calls against their own description: whatever is sent, the answer is one that it promises, never a 500."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from .probing import ALL
from .serving import serving

EXAMPLES = 300 if ALL else 8
# What fits the description and makes no sense, as a team that does not exist, is a 400 as well.
UNWANTED: list[Any] = [positive_data_acceptance]


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_call_keeps_what_its_description_promises(tmp_path: Path, mode: GenerationMode) -> None:
    with serving(tmp_path) as url:
        known = httpx.post(f"{url}/api/rooms", json={"settings": {"one_screen": True}}).json()
        api = schemathesis.openapi.from_url(f"{url}/schema/openapi.json")
        operations: list[Any] = [found.ok() for found in api.get_all_operations()]  # type: ignore[union-attr]
        assert {operation.path for operation in operations} >= {"/api/rooms", "/api/rooms/{ident}/again", "/metrics"}
        for operation in operations:
            if mode is GenerationMode.POSITIVE or operation.body:  # of what has no body there is little to get wrong
                keeps_its_word(operation, mode, known)
        assert httpx.get(f"{url}/healthz").text == "ok\n"


def keeps_its_word(operation: Any, mode: GenerationMode, known: dict[str, str]) -> None:
    """Calls of one kind, as they should be or as they should not; half of them about a room that there is."""

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode), is_known=st.booleans())
    def check(case: schemathesis.Case[Any], is_known: bool) -> None:
        if is_known and "ident" in case.path_parameters:
            case.path_parameters["ident"] = known["room"]
            if isinstance(case.body, dict) and "token" in case.body and mode is GenerationMode.POSITIVE:
                case.body["token"] = known["token"]
        case.call_and_validate(excluded_checks=UNWANTED)

    check()

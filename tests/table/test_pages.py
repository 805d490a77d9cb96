"""The files of the page: served as they were built, and nothing else of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from dicehall.table import pages
from dicehall.table.app import make_app
from dicehall.table.storage import open_folder

BUILT = {"index.html": b"<html>page</html>", "assets/a.js": b"let a", "icon.svg": b"<svg/>"}
HTML = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Litestar]]:
    monkeypatch.setattr(pages, "_file", BUILT.get)
    with TestClient(make_app(open_folder(tmp_path))) as client:
        yield client


def test_every_address_of_the_page_is_the_page(client: TestClient[Litestar]) -> None:
    for path in ("/", "/r/somewhere", "/replay/somewhere", "/learn", "/rules"):
        answer = client.get(path, headers=HTML)
        assert answer.status_code == 200 and answer.content == BUILT["index.html"], path
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy and "unsafe-eval" not in policy and "script-src" not in policy


def test_scripts_are_kept_for_ever_and_have_their_types(client: TestClient[Litestar]) -> None:
    answer = client.get("/assets/a.js")
    assert answer.content == b"let a" and "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
    assert client.get("/assets/b.js").status_code == 404


def test_a_browser_gets_the_page_for_a_wrong_address_and_a_program_gets_words(client: TestClient[Litestar]) -> None:
    answer = client.get("/nowhere", headers=HTML)
    assert (answer.status_code, answer.content) == (404, BUILT["index.html"])
    answer = client.get("/nowhere", headers={"accept": "application/json"})
    assert answer.status_code == 404 and answer.json()["detail"]
    assert client.get("/api/rooms/none", headers=HTML).json()["detail"] == "there is no room 'none'"


def test_the_schema_is_shown_without_anything_from_elsewhere(client: TestClient[Litestar]) -> None:
    for path in ("/schema", "/schema/openapi.json"):
        answer = client.get(path, headers=HTML)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/json")
        assert "429" in answer.json()["paths"]["/api/rooms"]["post"]["responses"]
    for path in ("/schema/swagger", "/schema/redoc", "/schema/elements", "/schema/rapidoc"):
        answer = client.get(path, headers=HTML)
        assert answer.status_code == 404 and "<script" not in answer.text


def test_nothing_outside_the_page_can_be_named() -> None:
    for path in ("", "..", "../app.py", "assets/../../app.py", "assets//a.js", "./index.html", "assets/.."):
        assert pages._file(path) is None, path


def test_without_a_build_it_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_file", lambda path: None)
    with TestClient(make_app(open_folder(tmp_path))) as client:
        answer = client.get("/", headers=HTML)
        assert answer.status_code == 503 and "make page" in answer.text
        assert client.get("/api/choices").status_code == 200

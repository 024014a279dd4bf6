"""The tables of a file of results (SQLite); docs/lab.md explains every column."""

from __future__ import annotations

from dataclasses import fields

from asp_nono.lab.outcome import Outcome

APPLICATION = 0x61736E6C
"""What marks the file as ours (PRAGMA application_id)."""

VERSION = 1
"""The version of the tables (PRAGMA user_version)."""

_TEXT, _INTEGER, _REAL = "TEXT", "INTEGER", "REAL"

_TYPES = {"int | None": _INTEGER, "int": _INTEGER, "bool": _INTEGER}
_TYPES |= {"float": _REAL, "float | None": _REAL}

_SPECIAL = {"models": _TEXT}
"""Numbers that may be larger than SQLite's."""


def _columns() -> str:
    """A column for each field of an outcome."""
    return ",\n    ".join(
        f"{one.name} {_SPECIAL.get(one.name) or _TYPES.get(str(one.type), _TEXT)}"
        for one in fields(Outcome)
    )


TABLES = f"""
CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE
);
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL UNIQUE,
    begun TEXT NOT NULL
);
CREATE TABLE blob (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE TABLE instance (
    id INTEGER PRIMARY KEY,
    set_name TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES blob,
    number INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    colors INTEGER NOT NULL,
    known_low INTEGER NOT NULL,
    known_high INTEGER,
    UNIQUE (set_name, name, hash, number)
);
CREATE TABLE competitor (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    identity TEXT NOT NULL UNIQUE,
    recipe TEXT,
    hints TEXT,
    options TEXT,
    encoding_hash TEXT
);
CREATE TABLE run (
    key TEXT PRIMARY KEY,
    competitor INTEGER NOT NULL REFERENCES competitor,
    instance INTEGER NOT NULL REFERENCES instance,
    plan INTEGER NOT NULL REFERENCES plan,
    machine INTEGER NOT NULL REFERENCES machine,
    task TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    time_limit REAL,
    cpu_limit REAL,
    memory_limit INTEGER,
    {_columns()},
    seal TEXT NOT NULL
);
CREATE TABLE claim (
    key TEXT PRIMARY KEY,
    owner TEXT NOT NULL
);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""
"""What a new file begins with."""

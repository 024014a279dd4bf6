CREATE TABLE machine (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL UNIQUE
);
CREATE TABLE plan (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    begun TEXT NOT NULL
);
CREATE TABLE planned (
    plan INTEGER NOT NULL REFERENCES plan,
    key TEXT NOT NULL,
    PRIMARY KEY (plan, key)
) WITHOUT ROWID;
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
CREATE TABLE system (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL,
    identity TEXT NOT NULL UNIQUE,
    recipe TEXT,
    deductions TEXT,
    options TEXT,
    encoding_hash TEXT,
    process TEXT,
    copy INTEGER NOT NULL
);
CREATE TABLE run (
    key TEXT PRIMARY KEY,
    system INTEGER NOT NULL REFERENCES system,
    instance INTEGER NOT NULL REFERENCES instance,
    plan INTEGER NOT NULL REFERENCES plan,
    machine INTEGER NOT NULL REFERENCES machine,
    task TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    time_limit REAL,
    cpu_limit REAL,
    memory_limit INTEGER,
    {outcome}
);
PRAGMA application_id = {application};
PRAGMA user_version = {version};

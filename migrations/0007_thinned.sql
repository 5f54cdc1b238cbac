-- Logs of matches that were over long ago may be deleted. What is left of a record stands here; results stay as they are.
CREATE TABLE thinned (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    -- The SHA-256 of the file of the record, in hexadecimal; NULL where there was no record.
    digest   TEXT,
    -- How many draws were computed again from the secret, all of them as they were played; NULL where that was not so.
    draws    INTEGER
) STRICT;

ALTER TABLE tables ADD COLUMN thinned INTEGER NOT NULL DEFAULT 0 CHECK (thinned IN (0, 1));
CREATE INDEX tables_unthinned ON tables (created, id) WHERE over = 1 AND thinned = 0;

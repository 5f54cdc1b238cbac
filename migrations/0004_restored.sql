-- A file that was put back in the place of a newer one would draw once more what people have seen drawn.

-- The table comes out of a copy of the file, and its chance has to be sealed anew before anything else happens there.
ALTER TABLE tables ADD COLUMN restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1));

-- One row: the mark that the last start of a bot wrote beside the file, and what had stood there before, while nobody knows
-- whether the new one does.
CREATE TABLE marks (
    only   INTEGER PRIMARY KEY CHECK (only = 1),
    mark   INTEGER NOT NULL,
    before INTEGER
) STRICT;

-- Whom each log names, so that what is kept of one person is found without reading what was ever played.
CREATE TABLE named (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

-- Ids stand behind these keys (src/store/named.rs). A number of the upper half is of somebody who was forgotten, and is read as REAL.
INSERT OR IGNORE INTO named (table_id, person)
SELECT log.table_id, field.value
FROM log, json_tree(CASE
    WHEN instr(event, '"id":') + instr(event, '"person":') + instr(event, '"people":')
        + instr(event, '"former":') + instr(event, '"invited":') > 0 AND json_valid(event) THEN event
    ELSE '{}'
END) AS field
WHERE typeof(field.value) = 'integer' AND (
    field.key IN ('id', 'person', 'invited')
    OR field.path LIKE '%.people'
    OR field.path LIKE '%.former[%' AND field.key = 0
);

CREATE INDEX named_person ON named (person);

-- Whoever was forgotten before is named by no log any more. The tables of private chats that were theirs kept the chat's id, by which
-- Discord tells the bot whose it is.
DELETE FROM seals WHERE home IN (
    SELECT place FROM tables WHERE hall IS NULL AND over = 1 AND thinned = 0
        AND NOT EXISTS (SELECT 1 FROM named WHERE table_id = tables.id)
);
UPDATE tables SET place = -9223372036854775807 - 1 WHERE hall IS NULL AND over = 1 AND thinned = 0
    AND NOT EXISTS (SELECT 1 FROM named WHERE table_id = tables.id);

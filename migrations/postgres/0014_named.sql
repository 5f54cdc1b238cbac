-- As ../0014_named.sql.
CREATE TABLE named (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    person   BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);

-- The ids behind the keys of an event; none in what is no JSON. Of all text that JSON can hold, JSONB refuses the character 0.
CREATE FUNCTION pg_temp.people(event text) RETURNS SETOF bigint AS $$
BEGIN
    RETURN QUERY SELECT (field #>> '{}')::numeric::bigint
        FROM unnest(ARRAY['$.**.id', '$.**.person', '$.**.invited', '$.**.people[*]', '$.**.former[*][0]']) AS path,
            LATERAL jsonb_path_query(replace(replace(event, '\\', ''), '\u0000', '')::jsonb, path::jsonpath) AS field
        WHERE CASE jsonb_typeof(field) WHEN 'number' THEN (field #>> '{}')::numeric END < 9223372036854775808;
EXCEPTION WHEN data_exception THEN
    RETURN;
END $$ LANGUAGE plpgsql;

INSERT INTO named (table_id, person)
SELECT DISTINCT log.table_id, person FROM log, LATERAL pg_temp.people(event) AS person
WHERE event ~ '"(id|person|people|former|invited)":';

CREATE INDEX named_person ON named (person);

DELETE FROM seals WHERE home IN (
    SELECT place FROM tables WHERE hall IS NULL AND over AND NOT thinned
        AND NOT EXISTS (SELECT 1 FROM named WHERE table_id = tables.id)
);
UPDATE tables SET place = -9223372036854775808 WHERE hall IS NULL AND over AND NOT thinned
    AND NOT EXISTS (SELECT 1 FROM named WHERE table_id = tables.id);

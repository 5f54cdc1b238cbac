-- As ../0014_named.sql.
CREATE TABLE named (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    person   BIGINT NOT NULL,
    PRIMARY KEY (table_id, person)
);

INSERT INTO named (table_id, person)
SELECT DISTINCT log.table_id, (field.value #>> '{}')::bigint
FROM log, LATERAL (
    -- Of all text that JSON can hold, JSONB refuses the character 0.
    SELECT jsonb_path_query(replace(replace(event, '\\', ''), '\u0000', '')::jsonb, path::jsonpath) AS value
    FROM unnest(ARRAY['$.**.id', '$.**.person', '$.**.invited', '$.**.people[*]', '$.**.former[*][0]']) AS path
) AS field
WHERE event ~ '"(id|person|people|former|invited)":'
    AND CASE jsonb_typeof(field.value) WHEN 'number' THEN (field.value #>> '{}')::numeric END < 9223372036854775808;

CREATE INDEX named_person ON named (person);

-- As ../0015_handed.sql. What is here lives for seconds and holds tokens, so no log of the server, no standby and no archive gets it.
CREATE UNLOGGED TABLE handed (
    id          BIGINT PRIMARY KEY,
    shard       BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    interaction TEXT NOT NULL
);

CREATE TABLE parting (
    person   BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id),
    gone_at  BIGINT,
    PRIMARY KEY (person, table_id)
);

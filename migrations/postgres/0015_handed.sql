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

-- The session at Discord's gateway of each shard as its bot has it, so that the next bot of the shard goes on with it. Nobody needs it
-- after minutes.
CREATE UNLOGGED TABLE sessions (
    shard   BIGINT PRIMARY KEY,
    number  BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    session TEXT NOT NULL,
    seq     BIGINT NOT NULL
);

CREATE TABLE users (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  password text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX users_name ON users (lower(name));

CREATE TABLE sessions (
  id text PRIMARY KEY,
  content text NOT NULL,
  expires timestamptz NOT NULL
);

CREATE INDEX sessions_expires ON sessions (expires);

-- Each user has a feed with a number of its own. The row is locked until the transaction commits,
-- so a reader that has seen item 7 never misses an item 6 that commits later.
CREATE TABLE feeds (
  user_id integer PRIMARY KEY REFERENCES users,
  last_seq integer NOT NULL
);

CREATE TABLE feed_items (
  user_id integer NOT NULL REFERENCES users,
  seq integer NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  note_id uuid NOT NULL,
  title text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, seq)
);

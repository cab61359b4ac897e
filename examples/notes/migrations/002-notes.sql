-- Lists are in the order of this number, so a cursor is exact. Two changes can have the same time.
CREATE SEQUENCE note_changes;

CREATE TABLE notes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  owner_id integer NOT NULL REFERENCES users,
  title text NOT NULL,
  body text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  changed bigint NOT NULL DEFAULT nextval('note_changes'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  words tsvector GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')
  ) STORED
);

CREATE INDEX notes_of_owner ON notes (owner_id, changed DESC);
CREATE INDEX notes_words ON notes USING gin (words);

CREATE TABLE shares (
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users,
  can_write boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, note_id)
);

CREATE INDEX shares_of_note ON shares (note_id);

CREATE TABLE attachments (
  id uuid PRIMARY KEY,
  note_id uuid NOT NULL REFERENCES notes ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX attachments_of_note ON attachments (note_id, created_at);

/** The migrations before the renaming of all tables and columns, in order; see `migrations.ts`. A released step never changes. */
export const earlierMigrations: readonly string[] = [
  `
  CREATE TABLE conversation (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    model TEXT NOT NULL,
    profiles TEXT NOT NULL DEFAULT '{}',
    draft TEXT NOT NULL DEFAULT '',
    -- When it was deleted; it can be restored until it is swept away.
    removed INTEGER
  ) STRICT;
  CREATE INDEX conversation_updated ON conversation (updated);

  CREATE TABLE message (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    parent TEXT REFERENCES message (id) ON DELETE SET NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    model TEXT,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX message_conversation ON message (conversation, created);
  CREATE INDEX message_parent ON message (parent);
  CREATE INDEX message_state ON message (state);

  CREATE TABLE part (
    id TEXT PRIMARY KEY,
    message TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX part_order ON part (message, seq);

  CREATE TABLE call (
    id TEXT PRIMARY KEY,
    part TEXT NOT NULL REFERENCES part (id) ON DELETE CASCADE,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    title TEXT,
    definition_hash TEXT NOT NULL,
    started_by TEXT NOT NULL,
    -- JSON of what the model asked for, its words where they were not JSON, and what ran where a person changed it.
    asked TEXT NOT NULL,
    asked_text TEXT,
    approved TEXT,
    why TEXT NOT NULL,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    result TEXT,
    error TEXT
  ) STRICT;
  CREATE INDEX call_part ON call (part);
  CREATE INDEX call_tool ON call (server, tool);
  CREATE INDEX call_state ON call (state);

  CREATE TABLE question (
    id TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    -- JSON list of the calls that it belongs to.
    calls TEXT NOT NULL,
    conversation TEXT,
    kind TEXT NOT NULL,
    -- What was asked, as JSON; gone once it was answered. SQLite never reads it: it may be nested deeper than SQLite can.
    json TEXT,
    draft TEXT,
    -- Of an approval: which tool, and what a person decided.
    tool TEXT,
    action TEXT,
    state TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    ended INTEGER,
    reason TEXT
  ) STRICT;
  CREATE INDEX question_state ON question (state);
  CREATE INDEX question_ended ON question (ended);
  CREATE INDEX question_tool ON question (server, tool, action, ended) WHERE action IS NOT NULL;
  CREATE INDEX question_draft ON question (server, kind) WHERE draft IS NOT NULL;

  CREATE TABLE rule (
    id TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    reach TEXT NOT NULL,
    tool TEXT,
    definition_hash TEXT,
    verdict TEXT NOT NULL,
    lasts TEXT NOT NULL,
    conversation TEXT REFERENCES conversation (id) ON DELETE CASCADE,
    until INTEGER,
    created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX rule_server ON rule (server);
  CREATE INDEX rule_conversation ON rule (conversation);

  CREATE TABLE launch (
    server TEXT PRIMARY KEY,
    -- SHA-256 of the full record, and the record itself to show what changed; both absent for a server never approved.
    hash TEXT,
    record TEXT,
    approved_at INTEGER,
    trusted INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE frame (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    connection TEXT NOT NULL,
    call TEXT,
    at INTEGER NOT NULL,
    direction TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX frame_server ON frame (server, id);
  CREATE INDEX frame_call ON frame (call, id) WHERE call IS NOT NULL;

  -- Processes that Parley started, so that those of a dead owner can be ended. Times are the operating system's own words for
  -- a start time: a pid that was given to somebody else has another one.
  CREATE TABLE child (
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    owner_pid INTEGER NOT NULL,
    owner_started TEXT NOT NULL,
    server TEXT NOT NULL,
    PRIMARY KEY (pid, started)
  ) STRICT;

  -- Small facts about the data folder itself, such as that it was used before.
  CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- One index in the order of writing for all that is asked of frames. Calls have random names: an index of these alone touches a page
  -- of its own for every frame that is written or swept away.
  DROP INDEX frame_call;
  DROP INDEX frame_server;
  CREATE INDEX frame_server ON frame (server, id, bytes, call);

  -- What servers logged, bounded for each of them, and how much each is asked to log where a person chose it.
  CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- From 0 (debug) to 7 (emergency).
    severity INTEGER NOT NULL,
    logger TEXT,
    text TEXT NOT NULL,
    dropped INTEGER
  ) STRICT;
  CREATE INDEX log_server ON log (server, id);

  CREATE TABLE log_level (
    server TEXT PRIMARY KEY,
    level TEXT NOT NULL
  ) STRICT;

  -- Resources whose changes a person follows.
  CREATE TABLE followed (
    server TEXT NOT NULL,
    uri TEXT NOT NULL,
    PRIMARY KEY (server, uri)
  ) STRICT, WITHOUT ROWID;

  -- Calls that a server runs in its own time, and what is needed to ask that server for them again.
  CREATE TABLE task (
    call TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    -- SHA-256 of the launch under which the task was created.
    launch_hash TEXT NOT NULL,
    era TEXT NOT NULL,
    tool TEXT NOT NULL,
    task_id TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT,
    created INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    expires INTEGER,
    -- JSON list of the keys of its questions that were answered.
    answered TEXT NOT NULL
  ) STRICT;
  CREATE INDEX task_server ON task (server);

  -- What the screen shows of the task that a call was, as JSON.
  ALTER TABLE call ADD COLUMN task TEXT;
  `,
  `
  -- Accounts at servers, and the one at the organisation's identity provider. What is secret of them is in the vault.
  CREATE TABLE account (
    profile TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    label TEXT NOT NULL,
    is_default INTEGER NOT NULL,
    created INTEGER NOT NULL,
    -- Of the last sign-in; they stay when it is over.
    issuer TEXT,
    resource TEXT,
    client_id TEXT,
    client TEXT,
    signed_in_by TEXT,
    config_hash TEXT,
    -- JSON lists.
    scopes TEXT NOT NULL DEFAULT '[]',
    requested_scopes TEXT NOT NULL DEFAULT '[]',
    -- Of the sign-in that is on: absent when signed out.
    who TEXT,
    since INTEGER,
    expires INTEGER,
    refreshed INTEGER,
    renews INTEGER NOT NULL DEFAULT 0,
    key_bound INTEGER NOT NULL DEFAULT 0,
    -- The last sign-in ended without the person's doing.
    ended INTEGER NOT NULL DEFAULT 0,
    -- What last went wrong, as JSON.
    problem TEXT
  ) STRICT;
  CREATE INDEX account_server ON account (server);
  `,
  `
  -- Rules about any server, kind of tool or argument, until a date, and rules that always ask.
  CREATE TABLE rule_next (
    id TEXT PRIMARY KEY,
    -- Absent: every server, every tool, every kind.
    server TEXT,
    tool TEXT,
    kind TEXT,
    -- JSON list of conditions on arguments.
    conditions TEXT NOT NULL DEFAULT '[]',
    definition_hash TEXT,
    verdict TEXT NOT NULL,
    lasts TEXT NOT NULL,
    conversation TEXT REFERENCES conversation (id) ON DELETE CASCADE,
    until INTEGER,
    created INTEGER NOT NULL,
    made_from TEXT
  ) STRICT;
  INSERT INTO rule_next (id, server, tool, kind, definition_hash, verdict, lasts, conversation, until, created)
    SELECT id, server, tool, CASE reach WHEN 'readOnly' THEN 'readOnly' END, definition_hash, verdict, lasts, conversation, until, created FROM rule;
  DROP TABLE rule;
  ALTER TABLE rule_next RENAME TO rule;
  CREATE INDEX rule_server ON rule (server);
  CREATE INDEX rule_conversation ON rule (conversation);

  -- What the user accepted of what servers offer: a tool by its name, or the server's instructions. Accounts of one server may be offered
  -- different things under one name, so each has its own.
  CREATE TABLE pin (
    server TEXT NOT NULL,
    -- Empty for a server without accounts.
    profile TEXT NOT NULL,
    what TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- The whole definition as JSON, to show what changed.
    definition TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    -- It came after the server was accepted, and no call of it was allowed yet.
    added INTEGER NOT NULL DEFAULT 0,
    -- The hashes of changes to it that the user looked at and did not want, with spaces between them.
    kept_off TEXT,
    PRIMARY KEY (server, profile, what, name)
  ) STRICT, WITHOUT ROWID;

  -- The file that the command of a local server meant when it was approved.
  ALTER TABLE launch ADD COLUMN binary TEXT;

  -- Calls of the 2026 era that wait for a person, and what is needed to go on with them after a restart. A row is there only while nothing
  -- of the present round was sent.
  CREATE TABLE waiting_call (
    call TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    launch_hash TEXT NOT NULL,
    profile TEXT,
    tool TEXT NOT NULL,
    definition_hash TEXT NOT NULL,
    -- The parameters of the request, as JSON, exactly as they were sent.
    params TEXT NOT NULL,
    -- What the server wants back, as JSON: a text that no text of SQLite could hold unchanged.
    request_state TEXT,
    round INTEGER NOT NULL,
    -- What the server asks, as JSON, by its keys.
    input_requests TEXT NOT NULL,
    created INTEGER NOT NULL
  ) STRICT;

  -- What one call has asked.
  CREATE INDEX question_calls ON question (calls);

  -- What servers spent of the user's models, by day of the user's calendar.
  CREATE TABLE sampling_spend (
    server TEXT NOT NULL,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    -- How many of the calls had their tokens estimated.
    estimated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, day)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- One word for one thing: an account is never called a profile, a message on the wire is a record, a call that waits is suspended.
  ALTER TABLE conversation RENAME COLUMN profiles TO chosen_accounts;
  ALTER TABLE account RENAME COLUMN profile TO id;
  ALTER TABLE pin RENAME COLUMN profile TO account;
  ALTER TABLE waiting_call RENAME COLUMN profile TO account;
  ALTER TABLE waiting_call RENAME TO suspended_call;
  ALTER TABLE sampling_spend RENAME TO sampling_usage;
  ALTER TABLE frame RENAME TO message_record;
  DROP INDEX frame_server;
  CREATE INDEX message_record_server ON message_record (server, id, bytes, call);
  -- Questions that are open, and tasks and calls that go on, keep what they ask as JSON.
  UPDATE question SET json = json_remove(json_set(json, '$.accountId', json_extract(json, '$.profile')), '$.profile')
    WHERE json_valid(json) AND json_extract(json, '$.profile') IS NOT NULL;
  UPDATE question SET json = json_remove(json_set(json, '$.dataFlow', json_extract(json, '$.flow')), '$.flow')
    WHERE kind = 'approval' AND json_valid(json) AND json_extract(json, '$.flow') IS NOT NULL;
  `,
]

-- A data folder of schema version 31, filled by the code of that version.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE conversation (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    model TEXT NOT NULL,
    chosen_accounts TEXT NOT NULL DEFAULT '{}',
    draft TEXT NOT NULL DEFAULT '',
    -- When it was deleted; it can be restored until it is swept away.
    removed INTEGER
  , leaf TEXT REFERENCES message (id) ON DELETE SET NULL, pinned INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, folder TEXT REFERENCES conversation_folder (id) ON DELETE SET NULL, settings TEXT NOT NULL DEFAULT '{}', project TEXT REFERENCES project (id) ON DELETE SET NULL) STRICT;
CREATE TABLE message (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    parent TEXT REFERENCES message (id) ON DELETE SET NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    model TEXT,
    created INTEGER NOT NULL
  ) STRICT;
CREATE TABLE part (
    id TEXT PRIMARY KEY,
    message TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
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
  , task TEXT, ui TEXT) STRICT;
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
  , by_app INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE launch (
    server TEXT PRIMARY KEY,
    -- SHA-256 of the full record, and the record itself to show what changed; both absent for a server never approved.
    hash TEXT,
    record TEXT,
    approved_at INTEGER,
    trusted INTEGER NOT NULL DEFAULT 0
  , binary TEXT) STRICT;
CREATE TABLE "message_record" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    connection TEXT NOT NULL,
    call TEXT,
    at INTEGER NOT NULL,
    direction TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
CREATE TABLE child (
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    owner_pid INTEGER NOT NULL,
    owner_started TEXT NOT NULL,
    server TEXT NOT NULL,
    PRIMARY KEY (pid, started)
  ) STRICT;
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- From 0 (debug) to 7 (emergency).
    severity INTEGER NOT NULL,
    logger TEXT,
    text TEXT NOT NULL,
    dropped INTEGER
  , unknown TEXT) STRICT;
CREATE TABLE log_level (
    server TEXT PRIMARY KEY,
    level TEXT NOT NULL
  ) STRICT;
CREATE TABLE followed (
    server TEXT NOT NULL,
    uri TEXT NOT NULL,
    PRIMARY KEY (server, uri)
  ) STRICT, WITHOUT ROWID;
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
CREATE TABLE account (
    id TEXT PRIMARY KEY,
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
CREATE TABLE "rule" (
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
  , in_conversation INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE pin (
    server TEXT NOT NULL,
    -- Empty for a server without accounts.
    account TEXT NOT NULL,
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
    PRIMARY KEY (server, account, what, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE "suspended_call" (
    call TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    launch_hash TEXT NOT NULL,
    account TEXT,
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
CREATE TABLE "sampling_usage" (
    server TEXT NOT NULL,
    day TEXT NOT NULL,
    calls INTEGER NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    -- How many of the calls had their tokens estimated.
    estimated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (server, day)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE question_record (
    question TEXT PRIMARY KEY,
    answered INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    json TEXT NOT NULL,
    cut INTEGER NOT NULL
  ) STRICT;
CREATE TABLE search_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT UNIQUE REFERENCES part (id) ON DELETE CASCADE,
    -- Of a title.
    conversation TEXT UNIQUE REFERENCES conversation (id) ON DELETE CASCADE,
    -- How often it changed since it was indexed. Zero when the index has it as it is.
    pending INTEGER NOT NULL DEFAULT 1
  ) STRICT;
CREATE TABLE search_removed (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE file (
    sha256 TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    pages INTEGER,
    cut INTEGER NOT NULL,
    problem TEXT,
    text TEXT
  , servers TEXT) STRICT;
CREATE TABLE message_file (
    message TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    file TEXT NOT NULL REFERENCES file (sha256),
    PRIMARY KEY (message, file)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE draft_file (
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL REFERENCES file (sha256),
    name TEXT NOT NULL,
    PRIMARY KEY (conversation, position)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE conversation_folder (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    collapsed INTEGER NOT NULL DEFAULT 0,
    -- When it was removed, as long as that can be undone.
    removed INTEGER
  ) STRICT;
CREATE TABLE last_screen (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT;
CREATE TABLE queue (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    steers INTEGER NOT NULL DEFAULT 0,
    json TEXT NOT NULL
  ) STRICT;
CREATE TABLE usage (
    id INTEGER PRIMARY KEY,
    message TEXT REFERENCES message (id) ON DELETE SET NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    input INTEGER,
    cached INTEGER,
    output INTEGER,
    reasoning INTEGER,
    price REAL,
    currency TEXT,
    at INTEGER NOT NULL
  , written INTEGER, conversation TEXT REFERENCES conversation (id) ON DELETE SET NULL) STRICT;
CREATE TABLE queue_file (
    queued TEXT NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
    file TEXT NOT NULL REFERENCES file (sha256),
    PRIMARY KEY (queued, file)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE import (id TEXT PRIMARY KEY, at INTEGER NOT NULL, file TEXT NOT NULL) STRICT;
CREATE TABLE imported_conversation (
    conversation TEXT PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
    import TEXT NOT NULL REFERENCES import (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    foreign_id TEXT NOT NULL
  ) STRICT;
CREATE TABLE app_grant (
    server TEXT NOT NULL,
    uri TEXT NOT NULL,
    -- SHA-256 of the interface that it was granted to. Another one under the same address has nothing of it.
    hash TEXT NOT NULL,
    -- What is granted, as JSON.
    granted TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (server, uri)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE app_storage (
    server TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, name)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE app_unprotected (server TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    model TEXT,
    accounts TEXT NOT NULL DEFAULT '{}',
    settings TEXT NOT NULL DEFAULT '{}',
    -- When it was removed, as long as that can be undone.
    removed INTEGER
  ) STRICT;
CREATE TABLE project_file (
    project TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL REFERENCES file (sha256),
    name TEXT NOT NULL,
    PRIMARY KEY (project, position)
  ) STRICT, WITHOUT ROWID;
CREATE INDEX conversation_updated ON conversation (updated);
CREATE INDEX message_conversation ON message (conversation, created);
CREATE INDEX message_parent ON message (parent);
CREATE INDEX message_state ON message (state);
CREATE UNIQUE INDEX part_order ON part (message, seq);
CREATE INDEX call_part ON call (part);
CREATE INDEX call_tool ON call (server, tool);
CREATE INDEX call_state ON call (state);
CREATE INDEX question_record_answered ON question_record (answered);
CREATE INDEX question_record_ended ON question_record (ended);
CREATE INDEX question_state ON question (state);
CREATE INDEX question_ended ON question (ended);
CREATE INDEX question_tool ON question (server, tool, action, ended) WHERE action IS NOT NULL;
CREATE INDEX question_draft ON question (server, kind) WHERE draft IS NOT NULL;
CREATE INDEX log_server ON log (server, id);
CREATE INDEX task_server ON task (server);
CREATE INDEX account_server ON account (server);
CREATE INDEX rule_server ON rule (server);
CREATE INDEX rule_conversation ON rule (conversation);
CREATE INDEX question_calls ON question (calls);
CREATE INDEX message_record_server ON message_record (server, id, bytes, call);
CREATE INDEX conversation_leaf ON conversation (leaf);
CREATE INDEX search_entry_pending ON search_entry (id) WHERE pending > 0;
CREATE INDEX message_model ON message (model) WHERE model IS NOT NULL;
CREATE INDEX file_created ON file (created);
CREATE INDEX message_file_file ON message_file (file);
CREATE INDEX draft_file_file ON draft_file (file);
CREATE INDEX conversation_folder_of ON conversation (folder) WHERE folder IS NOT NULL;
CREATE INDEX queue_conversation ON queue (conversation, position);
CREATE INDEX usage_message ON usage (message);
CREATE INDEX usage_at ON usage (at);
CREATE INDEX usage_conversation ON usage (conversation) WHERE conversation IS NOT NULL;
CREATE INDEX queue_file_file ON queue_file (file);
CREATE INDEX imported_conversation_import ON imported_conversation (import);
CREATE INDEX imported_conversation_foreign ON imported_conversation (foreign_id, source);
CREATE INDEX project_file_file ON project_file (file);
CREATE INDEX conversation_project ON conversation (project) WHERE project IS NOT NULL;
INSERT INTO project (id, name, created, model, accounts, settings, removed) VALUES ('00000000-0000-4000-8000-000000000027', 'Taxes', 1790000000000, 'local/scripted-1', '{"files":"00000000-0000-4000-8000-000000000012"}', '{"instructions":"Sums in euros","parameters":{"temperature":0.2},"switches":{"servers":{"files":false},"tools":{}}}', NULL);
INSERT INTO conversation (id, title, created, updated, model, chosen_accounts, draft, removed, leaf, pinned, archived, unread, folder, settings, project) VALUES ('00000000-0000-4000-8000-000000000001', 'Invoices of March', 1790000000000, 1790000000002, 'local/scripted-1', '{}', 'and then …', NULL, '00000000-0000-4000-8000-000000000004', 0, 0, 0, NULL, '{"instructions":"Only unpaid ones","parameters":{"reasoning":"low"},"switches":{"servers":{"files":true},"tools":{"files":{"delete":false}}},"folders":["/home/dana/invoices"]}', '00000000-0000-4000-8000-000000000027');
INSERT INTO conversation (id, title, created, updated, model, chosen_accounts, draft, removed, leaf, pinned, archived, unread, folder, settings, project) VALUES ('00000000-0000-4000-8000-000000000009', 'Deleted on purpose', 1790000000020, 1790000000020, 'none', '{}', '', 1790000000021, NULL, 0, 0, 0, NULL, '{}', NULL);
INSERT INTO message (id, conversation, parent, role, state, model, created) VALUES ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', NULL, 'user', 'done', NULL, 1790000000001);
INSERT INTO message (id, conversation, parent, role, state, model, created) VALUES ('00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'assistant', 'done', 'local/scripted-1', 1790000000002);
INSERT INTO message (id, conversation, parent, role, state, model, created) VALUES ('00000000-0000-4000-8000-000000000050', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', 'assistant', 'done', 'local/scripted-1', 1790000000003);
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 1, 'text', '{"text":"Find the invoices of March"}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000004', 1, 'call', '{"modelCallId":"c1","modelToolName":"files__search","step":1}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000007', '00000000-0000-4000-8000-000000000004', 2, 'text', '{"text":"There is one: march-1.pdf"}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000008', '00000000-0000-4000-8000-000000000004', 3, 'notice', '{"error":{"code":"STEP_LIMIT","message":"This turn took 25 steps"}}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000006:whole', '00000000-0000-4000-8000-000000000004', 4, 'result', '{"content":[{"type":"text","text":"march-1.pdf, and all the rest"}],"structured":"doesNotMatch","structuredReason":{"id":"legacy.text","params":{"text":"/files must be array"}},"isError":false,"bytes":60}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000051', '00000000-0000-4000-8000-000000000050', 1, 'text', '{"text":"Another version, not in front"}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000061', '00000000-0000-4000-8000-000000000050', 5, 'file', '{"file":{"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","name":"report.pdf","type":"application/pdf","bytes":3,"pages":2,"text":"whole"}}');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000006:raw:0', '00000000-0000-4000-8000-000000000004', 5, 'result', '"{\"content\":[],\"_meta\":{\"viewUUID\":\"v1\"}}"');
INSERT INTO part (id, message, seq, kind, json) VALUES ('00000000-0000-4000-8000-000000000006:raw', '00000000-0000-4000-8000-000000000004', 6, 'result', '{"pieces":1}');
INSERT INTO call (id, part, server, tool, title, definition_hash, started_by, asked, asked_text, approved, why, state, started_at, ended_at, result, error, task, ui) VALUES ('00000000-0000-4000-8000-000000000006', '00000000-0000-4000-8000-000000000005', 'files', 'search', 'Search', 'hash-of-search', 'model', '{"path":"/home/dana","text":"March"}', NULL, '{"path":"/home/dana/invoices","text":"March"}', '{"by":"person","reason":{"id":"why.allowedByPerson"},"verdict":"allow"}', 'done', 1790000000003, 1790000000009, '{"content":[{"type":"text","text":"march-1.pdf"}],"structured":"doesNotMatch","structuredReason":{"id":"legacy.text","params":{"text":"/files must be array"}},"isError":false,"bytes":60}', NULL, NULL, '{"resourceUri":"ui://files/found"}');
INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, action, state, created, expires, ended, reason, by_app) VALUES ('00000000-0000-4000-8000-000000000030', 'files', '["00000000-0000-4000-8000-000000000006"]', '00000000-0000-4000-8000-000000000001', 'approval', NULL, NULL, 'search', 'allowOnce', 'answered', 1790000000003, 2790000000000, 1790000000004, '{"id":"ends.allowOnce"}', 0);
INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, action, state, created, expires, ended, reason, by_app) VALUES ('00000000-0000-4000-8000-000000000031', 'files', '["00000000-0000-4000-8000-000000000006"]', '00000000-0000-4000-8000-000000000001', 'form', '{"kind":"form","message":"Which month?","fields":[],"secretLooking":[]}', '{"month":"March"}', NULL, NULL, 'withdrawn', 1790000000003, 2790000000000, 1790000000005, '{"id":"ends.quit"}', 0);
INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, action, state, created, expires, ended, reason, by_app) VALUES ('00000000-0000-4000-8000-000000000032', 'files', '["00000000-0000-4000-8000-000000000006"]', '00000000-0000-4000-8000-000000000001', 'approval', '{"kind":"approval","tool":"search","inputSchema":{"type":"object"},"arguments":{"path":"/home/dana"},"why":{"id":"why.noRule","params":{"model":"local/scripted-1"}},"history":{"allowed":1,"denied":0},"readOnlyRuleOffered":false,"dataFlow":{"from":[]}}', NULL, 'search', NULL, 'open', 1790000000003, 2790000000000, NULL, NULL, 0);
INSERT INTO question (id, server, calls, conversation, kind, json, draft, tool, action, state, created, expires, ended, reason, by_app) VALUES ('00000000-0000-4000-8000-000000000033', 'files', '["00000000-0000-4000-8000-000000000007"]', '00000000-0000-4000-8000-000000000001', 'approval', NULL, NULL, 'remove', 'deny', 'answered', 1790000000003, 2790000000000, 1790000000006, '{"id":"ends.deny"}', 1);
INSERT INTO launch (server, hash, record, approved_at, trusted, binary) VALUES ('files', 'hash-of-launch', '{"kind":"stdio","command":"npx","args":["-y","@modelcontextprotocol/server-filesystem"],"env":{}}', 1790000000000, 1, '/usr/bin/npx');
INSERT INTO message_record (id, server, connection, call, at, direction, bytes, json) VALUES (1, 'files', '00000000-0000-4000-8000-000000000040', '00000000-0000-4000-8000-000000000006', 1790000000003, 'sent', 40, '{"jsonrpc":"2.0","id":1}');
INSERT INTO child (pid, started, owner_pid, owner_started, server) VALUES (4194000, 'long ago', 4194001, 'long ago', 'files');
INSERT INTO fact (name, value) VALUES ('servers-first-read', '1790000000000');
INSERT INTO log (id, server, at, severity, logger, text, dropped, unknown) VALUES (1, 'files', 1790000000003, 1, 'main', 'searched', NULL, NULL);
INSERT INTO log (id, server, at, severity, logger, text, dropped, unknown) VALUES (2, 'files', 1790000000005, 2, 'com.example/moved', '{"to":[1,2]}', NULL, 'notification');
INSERT INTO log_level (server, level) VALUES ('files', 'debug');
INSERT INTO followed (server, uri) VALUES ('files', 'file:///home/dana/list.txt');
INSERT INTO task (call, server, launch_hash, era, tool, task_id, status, message, created, checked, expires, answered) VALUES ('00000000-0000-4000-8000-000000000006', 'files', 'hash-of-launch', '2025', 'search', 't1', 'working', NULL, 1790000000000, 1790000000001, NULL, '[]');
INSERT INTO account (id, server, label, is_default, created, issuer, resource, client_id, client, signed_in_by, config_hash, scopes, requested_scopes, who, since, expires, refreshed, renews, key_bound, ended, problem) VALUES ('00000000-0000-4000-8000-000000000050', 'cloud', '', 1, 1790000000000, 'https://auth.example', 'https://cloud.example/mcp', 'parley', 'document', 'browser', 'h', '["read"]', '["read"]', 'dana@example.org', 1790000000000, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO account (id, server, label, is_default, created, issuer, resource, client_id, client, signed_in_by, config_hash, scopes, requested_scopes, who, since, expires, refreshed, renews, key_bound, ended, problem) VALUES ('00000000-0000-4000-8000-000000000051', 'cloud', 'Work', 0, 1790000000001, NULL, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO rule (id, server, tool, kind, conditions, definition_hash, verdict, lasts, conversation, until, created, made_from, in_conversation) VALUES ('00000000-0000-4000-8000-000000000020', 'files', 'search', NULL, '[{"path":["path"],"test":"inFolder","value":"/home/dana"}]', 'hash-of-search', 'allow', 'always', NULL, NULL, 1790000000004, '00000000-0000-4000-8000-000000000006', 0);
INSERT INTO rule (id, server, tool, kind, conditions, definition_hash, verdict, lasts, conversation, until, created, made_from, in_conversation) VALUES ('00000000-0000-4000-8000-000000000021', 'files', NULL, 'readOnly', '[]', NULL, 'allow', 'conversation', '00000000-0000-4000-8000-000000000001', NULL, 1790000000005, NULL, 0);
INSERT INTO rule (id, server, tool, kind, conditions, definition_hash, verdict, lasts, conversation, until, created, made_from, in_conversation) VALUES ('00000000-0000-4000-8000-000000000022', 'files', 'list', NULL, '[]', 'hash-of-list', 'ask', 'always', NULL, NULL, 1790000000003, NULL, 1);
INSERT INTO pin (server, account, what, name, hash, definition, accepted, added, kept_off) VALUES ('files', '', 'tool', 'search', 'hash-of-search', '{"what":"tool","name":"search","hash":"hash-of-search","inputSchema":{"type":"object"}}', 1790000000000, 0, NULL);
INSERT INTO suspended_call (call, server, launch_hash, account, tool, definition_hash, params, request_state, round, input_requests, created) VALUES ('00000000-0000-4000-8000-000000000006', 'files', 'hash-of-launch', '00000000-0000-4000-8000-000000000051', 'search', 'hash-of-search', '{"name":"search","arguments":{"text":"March"}}', '"opaque"', 1, '{"month":{"method":"elicitation/create"}}', 1790000000003);
INSERT INTO sampling_usage (server, day, calls, tokens_in, tokens_out, estimated) VALUES ('files', '2026-09-21', 2, 300, 40, 1);
INSERT INTO question_record (question, answered, ended, json, cut) VALUES ('00000000-0000-4000-8000-000000000030', 1, 1790000000004, '[{"what":"arguments","value":{"path":"/home/dana"}}]', 0);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738368, NULL, '00000000-0000-4000-8000-000000000001', 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738369, '00000000-0000-4000-8000-000000000003', NULL, 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738370, '00000000-0000-4000-8000-000000000005', NULL, 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738371, '00000000-0000-4000-8000-000000000007', NULL, 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738372, '00000000-0000-4000-8000-000000000051', NULL, 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738373, '00000000-0000-4000-8000-000000000061', NULL, 1);
INSERT INTO search_entry (id, part, conversation, pending) VALUES (58689079738374, NULL, '00000000-0000-4000-8000-000000000009', 1);
INSERT INTO file (sha256, bytes, type, name, created, width, height, pages, cut, problem, text, servers) VALUES ('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 3, 'application/pdf', 'report.pdf', 1790000000000, NULL, NULL, 2, 0, NULL, '[page 1]', NULL);
INSERT INTO message_file (message, file) VALUES ('00000000-0000-4000-8000-000000000050', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
INSERT INTO draft_file (conversation, position, file, name) VALUES ('00000000-0000-4000-8000-000000000001', 0, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'mine.pdf');
INSERT INTO project_file (project, position, file, name) VALUES ('00000000-0000-4000-8000-000000000027', 0, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'of-project.pdf');
INSERT INTO queue (id, conversation, position, steers, json) VALUES ('00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000001', 0, 0, '{"text":"And of April?","attached":[]}');
INSERT INTO queue (id, conversation, position, steers, json) VALUES ('00000000-0000-4000-8000-000000000092', '00000000-0000-4000-8000-000000000001', 1, 0, '{"text":"And of this?","attached":[{"id":"00000000-0000-4000-8000-000000000093","kind":"file","file":{"sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","name":"report.pdf","type":"application/pdf","bytes":3,"pages":2,"text":"whole"}}]}');
INSERT INTO usage (id, message, provider, model, input, cached, output, reasoning, price, currency, at, written) VALUES (1, '00000000-0000-4000-8000-000000000004', 'local', 'scripted-1', 1200, 1000, 40, 12, 0.0044, 'USD', 1790000000002, 150);
INSERT INTO usage (id, message, provider, model, input, cached, output, reasoning, price, currency, at) VALUES (2, NULL, 'local', 'scripted-1', 30, NULL, 10, NULL, NULL, NULL, 1790000000003);
INSERT INTO usage (id, conversation, provider, model, input, cached, output, reasoning, price, currency, at) VALUES (3, '00000000-0000-4000-8000-000000000001', 'local', 'scripted-1', 500, NULL, 20, NULL, 0.001, 'USD', 1790000000004);
INSERT INTO queue_file (queued, file) VALUES ('00000000-0000-4000-8000-000000000092', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
INSERT INTO import (id, at, file) VALUES ('00000000-0000-4000-8000-000000000070', 1790000000000, 'conversations.zip');
INSERT INTO imported_conversation (conversation, import, source, foreign_id) VALUES ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000070', 'chatgpt', 'abc');
INSERT INTO app_grant (server, uri, hash, granted, at) VALUES ('files', 'ui://files/found', 'hash-of-page', '{"origins":["https://cdn.example"],"ownCode":false,"redirects":false,"permissions":["clipboardWrite"]}', 1790000000000);
INSERT INTO app_storage (server, name, value) VALUES ('files', 'v1', '{"page":2}');
INSERT INTO app_unprotected (server, at) VALUES ('files', 1790000000000);
CREATE TABLE summary (
    message TEXT PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
    -- How many messages it stands for.
    messages INTEGER NOT NULL,
    text TEXT NOT NULL,
    -- Who wrote it.
    model TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    -- 1: a person changed its text.
    edited INTEGER NOT NULL,
    -- 1: a person wants the messages in its place.
    off INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
CREATE TABLE app_picture (
    call TEXT PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    jpeg BLOB NOT NULL
  ) STRICT;
INSERT INTO app_picture (call, at, jpeg) VALUES ('00000000-0000-4000-8000-000000000006', 1790000000006, X'ffd8ffc0001108000200030301220002110103110100ffd9');
INSERT INTO summary VALUES('00000000-0000-4000-8000-000000000004',2,'The invoices of March, in `invoices`.','local/scripted-1',1790000000000,1790000005000,1,0);
CREATE TRIGGER search_part_added AFTER INSERT ON part WHEN new.kind IN ('text', 'call', 'attachment', 'steering', 'file') BEGIN
    INSERT INTO search_entry (id, part) VALUES ((SELECT CASE
      WHEN last IS NULL THEN first WHEN last + 1 < first + 32768 THEN last + 1 ELSE (SELECT min(id) - 1 FROM search_entry) END
    FROM (SELECT first, (SELECT max(id) FROM search_entry WHERE id >= first AND id < first + 32768) AS last
      FROM (SELECT (max(0, min(coalesce((SELECT created FROM message WHERE id = new.message), 0) / 1000, 4293918718)) + 1048576) * 32768 AS first))), new.id);
  END;
CREATE TRIGGER search_part_changed AFTER UPDATE OF json ON part WHEN new.json IS NOT old.json BEGIN
    UPDATE search_entry SET pending = pending + 1 WHERE part = new.id;
  END;
CREATE TRIGGER search_call_added AFTER INSERT ON call BEGIN
    UPDATE search_entry SET pending = pending + 1 WHERE part = new.part;
  END;
CREATE TRIGGER search_call_changed AFTER UPDATE ON call
  WHEN new.title IS NOT old.title OR new.approved IS NOT old.approved OR new.result IS NOT old.result BEGIN
    UPDATE search_entry SET pending = pending + 1 WHERE part = new.part;
  END;
CREATE TRIGGER search_conversation_added AFTER INSERT ON conversation WHEN new.title <> '' BEGIN
    INSERT INTO search_entry (id, conversation) VALUES ((SELECT CASE
      WHEN last IS NULL THEN first WHEN last + 1 < first + 32768 THEN last + 1 ELSE (SELECT min(id) - 1 FROM search_entry) END
    FROM (SELECT first, (SELECT max(id) FROM search_entry WHERE id >= first AND id < first + 32768) AS last
      FROM (SELECT (max(0, min(coalesce(new.created, 0) / 1000, 4293918718)) + 1048576) * 32768 AS first))), new.id);
  END;
CREATE TRIGGER search_title_changed AFTER UPDATE OF title ON conversation WHEN new.title IS NOT old.title BEGIN
    INSERT INTO search_entry (id, conversation) VALUES ((SELECT CASE
      WHEN last IS NULL THEN first WHEN last + 1 < first + 32768 THEN last + 1 ELSE (SELECT min(id) - 1 FROM search_entry) END
    FROM (SELECT first, (SELECT max(id) FROM search_entry WHERE id >= first AND id < first + 32768) AS last
      FROM (SELECT (max(0, min(coalesce(new.created, 0) / 1000, 4293918718)) + 1048576) * 32768 AS first))), new.id) ON CONFLICT (conversation) DO UPDATE SET pending = pending + 1;
  END;
CREATE TRIGGER search_entry_removed AFTER DELETE ON search_entry BEGIN
    INSERT INTO search_removed (id) VALUES (old.id) ON CONFLICT DO NOTHING;
  END;
CREATE TRIGGER message_file_added AFTER INSERT ON part WHEN new.kind = 'file' BEGIN
    INSERT INTO message_file (message, file) SELECT new.message, sha256 FROM file WHERE sha256 = json_extract(new.json, '$.file.sha256')
      ON CONFLICT DO NOTHING;
  END;
CREATE TRIGGER queue_file_added AFTER INSERT ON queue BEGIN
    INSERT INTO queue_file (queued, file) SELECT DISTINCT new.id, file.sha256 FROM json_each(new.json, '$.attached') AS attached
      JOIN file ON file.sha256 = json_extract(attached.value, '$.file.sha256');
  END;
CREATE TRIGGER steering_file_added AFTER INSERT ON part WHEN new.kind = 'steering' BEGIN
    INSERT INTO message_file (message, file) SELECT DISTINCT new.message, file.sha256 FROM json_each(new.json, '$.attached') AS attached
      JOIN file ON file.sha256 = json_extract(attached.value, '$.file.sha256') WHERE true
      ON CONFLICT DO NOTHING;
  END;
CREATE TRIGGER search_file_removed AFTER DELETE ON message_file BEGIN
    INSERT INTO search_removed (id) SELECT search_entry.id FROM part JOIN search_entry ON search_entry.part = part.id
      WHERE part.message = old.message AND part.kind = 'file' ON CONFLICT DO NOTHING;
  END;
PRAGMA user_version = 31;
COMMIT;

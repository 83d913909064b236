import { earlierMigrations } from './earlierMigrations'
import { questionEndsAsFacts } from './questionEndsAsFacts'
import { searchEntriesByTime } from './searchEntriesByTime'

/**
 * One step per database version, in order: step N upgrades a file from version N to N + 1. A released step never changes; a later change is
 * a new step.
 */
export const migrations: readonly string[] = [
  ...earlierMigrations,
  questionEndsAsFacts,
  `
  -- Why a call was allowed, asked about or denied is a fact now. What was written as an English sentence is kept, and shown as it was.
  UPDATE call SET why = json_remove(
      json_set(why,
        '$.reason', json_object('id', 'legacy.text', 'params', json_object('text', rtrim(json_extract(why, '$.sentence'), '.'))),
        '$.verdict', CASE state WHEN 'denied' THEN 'deny' ELSE 'allow' END),
      '$.sentence')
    WHERE json_valid(why) AND json_type(why, '$.sentence') = 'text';
  UPDATE call SET why = json_remove(why, '$.verdict') WHERE json_valid(why) AND json_extract(why, '$.by') NOT IN ('person', 'rule', 'policy');
  -- How each rule near it stood to the call.
  UPDATE call SET why = json_set(why, '$.stands', (
      SELECT json_group_array(json_set(stand.value,
        '$.rule', json_object('id', 'legacy.text', 'params', json_object('text', json_extract(stand.value, '$.rule'))),
        '$.because', json_object('id', 'legacy.text', 'params', json_object('text', json_extract(stand.value, '$.because')))))
      FROM json_each(call.why, '$.stands') AS stand))
    WHERE json_valid(why) AND json_type(why, '$.stands') = 'array' AND json_type(why, '$.stands[0].rule') = 'text';
  `,
  `
  -- The first account of a server has no label until a person gives it one; it had an English one.
  UPDATE account SET label = '' WHERE label = 'First account';
  -- How a structured result stands to its schema is a fact too. What was written is kept, and shown as it was.
  UPDATE call SET result = json_set(result, '$.structuredReason',
      json_object('id', 'legacy.text', 'params', json_object('text', json_extract(result, '$.structuredReason'))))
    WHERE result LIKE '%"structuredReason":"%' AND json_valid(result) AND json_type(result, '$.structuredReason') = 'text';
  `,
  `
  -- The whole copy of a long result says how it stands to its schema too. It was forgotten when the call's own copy became a fact.
  UPDATE part SET json = json_set(json, '$.structuredReason',
      json_object('id', 'legacy.text', 'params', json_object('text', json_extract(json, '$.structuredReason'))))
    WHERE kind = 'result' AND json LIKE '%"structuredReason":"%' AND json_valid(json) AND json_type(json, '$.structuredReason') = 'text';
  `,
  `
  -- What an ended question asked and was answered with, as JSON without secrets. It hangs on nothing: it stays when its conversation goes.
  CREATE TABLE question_record (
    question TEXT PRIMARY KEY,
    answered INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    json TEXT NOT NULL,
    cut INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX question_record_answered ON question_record (answered);
  CREATE INDEX question_record_ended ON question_record (ended);
  `,
  `
  -- What a server sent with a method that Parley does not know is in its log too: a notification, or a request, refused or unanswered.
  ALTER TABLE log ADD COLUMN unknown TEXT;
  `,
  `
  -- Messages form a tree: versions of a message have the same parent. The leaf is the last message of the versions that are in front.
  ALTER TABLE conversation ADD COLUMN leaf TEXT REFERENCES message (id) ON DELETE SET NULL;
  -- Until now there was one version of each, in the order of their times.
  UPDATE message SET parent = ordered.before
    FROM (SELECT id, lag(id) OVER (PARTITION BY conversation ORDER BY created, rowid) AS before FROM message) AS ordered
    WHERE ordered.id = message.id AND message.parent IS NOT ordered.before;
  UPDATE conversation SET leaf =
    (SELECT id FROM message WHERE message.conversation = conversation.id ORDER BY created DESC, message.rowid DESC LIMIT 1);
  CREATE INDEX conversation_leaf ON conversation (leaf);
  `,
  `
  -- What can be found: one entry for each part that has a text, and one for each title. What is found in them is in a file of its own.
  CREATE TABLE search_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    part TEXT UNIQUE REFERENCES part (id) ON DELETE CASCADE,
    -- Of a title.
    conversation TEXT UNIQUE REFERENCES conversation (id) ON DELETE CASCADE,
    -- How often it changed since it was indexed. Zero when the index has it as it is.
    pending INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE INDEX search_entry_pending ON search_entry (id) WHERE pending > 0;
  -- Entries that are gone, and may still be in the index.
  CREATE TABLE search_removed (id INTEGER PRIMARY KEY) STRICT;
  CREATE INDEX message_model ON message (model) WHERE model IS NOT NULL;
  INSERT INTO search_entry (part)
    SELECT part.id FROM part JOIN message ON message.id = part.message
    WHERE part.kind IN ('text', 'call', 'attachment') ORDER BY message.created, message.rowid, part.seq;
  INSERT INTO search_entry (conversation) SELECT id FROM conversation WHERE title <> '' ORDER BY created, rowid;
  -- Triggers, so that nothing that writes a text can forget it.
  CREATE TRIGGER search_part_added AFTER INSERT ON part WHEN new.kind IN ('text', 'call', 'attachment') BEGIN
    INSERT INTO search_entry (part) VALUES (new.id);
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
    INSERT INTO search_entry (conversation) VALUES (new.id);
  END;
  CREATE TRIGGER search_title_changed AFTER UPDATE OF title ON conversation WHEN new.title IS NOT old.title BEGIN
    INSERT INTO search_entry (conversation) VALUES (new.id) ON CONFLICT (conversation) DO UPDATE SET pending = pending + 1;
  END;
  CREATE TRIGGER search_entry_removed AFTER DELETE ON search_entry BEGIN
    INSERT INTO search_removed (id) VALUES (old.id) ON CONFLICT DO NOTHING;
  END;
  `,
  `
  -- Files that a person attached. The content is under files/ in the data folder; the text that was taken out of it is here.
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
  ) STRICT;
  CREATE INDEX file_created ON file (created);
  -- Which message has which file.
  CREATE TABLE message_file (
    message TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    file TEXT NOT NULL REFERENCES file (sha256),
    PRIMARY KEY (message, file)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX message_file_file ON message_file (file);
  -- Which unsent message has which file, under which name.
  CREATE TABLE draft_file (
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL REFERENCES file (sha256),
    name TEXT NOT NULL,
    PRIMARY KEY (conversation, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX draft_file_file ON draft_file (file);
  -- A trigger, so that nothing that writes a part can forget it. A file that was deleted is named by its part alone.
  CREATE TRIGGER message_file_added AFTER INSERT ON part WHEN new.kind = 'file' BEGIN
    INSERT INTO message_file (message, file) SELECT new.message, sha256 FROM file WHERE sha256 = json_extract(new.json, '$.file.sha256')
      ON CONFLICT DO NOTHING;
  END;
  `,
  `
  -- The list of conversations: what is on top, put away or not seen yet, and the folders that people put them in.
  CREATE TABLE conversation_folder (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    collapsed INTEGER NOT NULL DEFAULT 0,
    -- When it was removed, as long as that can be undone.
    removed INTEGER
  ) STRICT;
  ALTER TABLE conversation ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversation ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversation ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversation ADD COLUMN folder TEXT REFERENCES conversation_folder (id) ON DELETE SET NULL;
  CREATE INDEX conversation_folder_of ON conversation (folder) WHERE folder IS NOT NULL;
  -- What was on the screen last, as JSON: one row.
  CREATE TABLE last_screen (id INTEGER PRIMARY KEY CHECK (id = 1), json TEXT NOT NULL) STRICT;
  `,
  `
  -- The messages that wait for the end of a turn, or for its next request to the model. The id is that of the message or part which one becomes.
  CREATE TABLE queue (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    steers INTEGER NOT NULL DEFAULT 0,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX queue_conversation ON queue (conversation, position);
  -- What a person said into an answer can be found like their messages.
  CREATE TRIGGER search_steering_added AFTER INSERT ON part WHEN new.kind = 'steering' BEGIN
    INSERT INTO search_entry (part) VALUES (new.id);
  END;
  `,
  `
  -- What requests to models used, in tokens as providers counted them; null where they did not. What was used stays when its message goes.
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
  ) STRICT;
  CREATE INDEX usage_message ON usage (message);
  CREATE INDEX usage_at ON usage (at);
  `,
  `
  -- Which queued message has which file.
  CREATE TABLE queue_file (
    queued TEXT NOT NULL REFERENCES queue (id) ON DELETE CASCADE,
    file TEXT NOT NULL REFERENCES file (sha256),
    PRIMARY KEY (queued, file)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX queue_file_file ON queue_file (file);
  CREATE TRIGGER queue_file_added AFTER INSERT ON queue BEGIN
    INSERT INTO queue_file (queued, file) SELECT DISTINCT new.id, file.sha256 FROM json_each(new.json, '$.attached') AS attached
      JOIN file ON file.sha256 = json_extract(attached.value, '$.file.sha256');
  END;
  -- What steers has its files in a part of the answer.
  CREATE TRIGGER steering_file_added AFTER INSERT ON part WHEN new.kind = 'steering' BEGIN
    INSERT INTO message_file (message, file) SELECT DISTINCT new.message, file.sha256 FROM json_each(new.json, '$.attached') AS attached
      JOIN file ON file.sha256 = json_extract(attached.value, '$.file.sha256') WHERE true
      ON CONFLICT DO NOTHING;
  END;
  `,
  `
  -- What was imported: one row for each file, and which conversation comes from which one of the other program.
  CREATE TABLE import (id TEXT PRIMARY KEY, at INTEGER NOT NULL, file TEXT NOT NULL) STRICT;
  CREATE TABLE imported_conversation (
    conversation TEXT PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
    import TEXT NOT NULL REFERENCES import (id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    foreign_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX imported_conversation_import ON imported_conversation (import);
  CREATE INDEX imported_conversation_foreign ON imported_conversation (foreign_id, source);
  `,
  `
  -- Of a file that was made of a conversation: the servers that had brought something into it, as a JSON list. Null for any other file.
  ALTER TABLE file ADD COLUMN servers TEXT;
  `,
  `
  -- Attached files can be found: their names, and the text in them.
  INSERT INTO search_entry (part)
    SELECT part.id FROM part JOIN message ON message.id = part.message WHERE part.kind = 'file' ORDER BY message.created, message.rowid, part.seq;
  CREATE TRIGGER search_file_added AFTER INSERT ON part WHEN new.kind = 'file' BEGIN
    INSERT INTO search_entry (part) VALUES (new.id);
  END;
  -- A file that is deleted leaves its message. Its words go from the index like those of an entry that is gone; what is left of it is then
  -- indexed again.
  CREATE TRIGGER search_file_removed AFTER DELETE ON message_file BEGIN
    INSERT INTO search_removed (id) SELECT search_entry.id FROM part JOIN search_entry ON search_entry.part = part.id
      WHERE part.message = old.message AND part.kind = 'file' ON CONFLICT DO NOTHING;
  END;
  `,
  searchEntriesByTime,
  `
  -- The interface that the tool of a call had when the call was made (MCP Apps), as JSON.
  ALTER TABLE call ADD COLUMN ui TEXT;
  -- What a person granted always to an interface of a server.
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
  -- What the interfaces of a server keep in their localStorage.
  CREATE TABLE app_storage (
    server TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, name)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of an approval: 1 where the interface of the server wanted the call, not a model.
  ALTER TABLE question ADD COLUMN by_app INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- The servers whose interfaces a person lets run where the browser cannot shut them in, and since when.
  CREATE TABLE app_unprotected (server TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of the input of a request: how much its provider was asked to keep for later ones.
  ALTER TABLE usage ADD COLUMN written INTEGER;
  `,
  `
  -- What conversations start from. The column settings is what conversations have too (instructions, parameters, switches, folders), as JSON.
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
  -- The files of a project, in their order.
  CREATE TABLE project_file (
    project TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL REFERENCES file (sha256),
    name TEXT NOT NULL,
    PRIMARY KEY (project, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_file_file ON project_file (file);
  -- What a conversation says itself, over its project, as JSON.
  ALTER TABLE conversation ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE conversation ADD COLUMN project TEXT REFERENCES project (id) ON DELETE SET NULL;
  CREATE INDEX conversation_project ON conversation (project) WHERE project IS NOT NULL;
  `,
  `
  -- A text that stands for a message and all that lead to it, in requests to a model. The messages stay as they are.
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
  `,
  `
  -- Of a rule that asks: 1 where the tool asks in the conversation though it declares nothing.
  ALTER TABLE rule ADD COLUMN in_conversation INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- The conversation of a request that was made for it and for none of its messages: for its title, and for summaries.
  ALTER TABLE usage ADD COLUMN conversation TEXT REFERENCES conversation (id) ON DELETE SET NULL;
  CREATE INDEX usage_conversation ON usage (conversation) WHERE conversation IS NOT NULL;
  `,
  `
  -- How the interface of a server (MCP Apps) looked last: a JPEG, for its place while it is not open.
  CREATE TABLE app_picture (
    call TEXT PRIMARY KEY REFERENCES call (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    jpeg BLOB NOT NULL
  ) STRICT;
  `,
]

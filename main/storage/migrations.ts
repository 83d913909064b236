import { earlierMigrations } from './earlierMigrations'

/**
 * One step per database version, in order: step N upgrades a file from version N to N + 1. A released step never changes; a later change is
 * a new step.
 */
export const migrations: readonly string[] = [
  ...earlierMigrations,
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
  `
  -- Why a question ended is a fact, as JSON, no longer an English sentence. What a person did, and what Parley alone wrote word for word, keeps
  -- its meaning; any other sentence is kept as it was written and shown so.
  UPDATE question SET reason = CASE reason
    WHEN 'You allowed it once.' THEN '{"id":"ends.allowOnce"}'
    WHEN 'You allowed it, and made a rule.' THEN '{"id":"ends.alwaysAllow"}'
    WHEN 'You denied it.' THEN '{"id":"ends.deny"}'
    WHEN 'You submitted it.' THEN '{"id":"ends.accept"}'
    WHEN 'You accepted it.' THEN '{"id":"ends.acceptAll"}'
    WHEN 'You accepted some of it.' THEN '{"id":"ends.acceptSome"}'
    WHEN 'You opened the page.' THEN '{"id":"ends.open"}'
    WHEN 'You went on.' THEN '{"id":"ends.goOn"}'
    WHEN 'You declined.' THEN '{"id":"ends.decline"}'
    WHEN 'You cancelled.' THEN '{"id":"ends.cancel"}'
    WHEN 'You ran it.' THEN '{"id":"ends.run"}'
    WHEN 'You answered by hand.' THEN '{"id":"ends.answerByHand"}'
    WHEN 'You sent the answer.' THEN '{"id":"ends.send"}'
    WHEN 'You discarded the answer.' THEN '{"id":"ends.discard"}'
    WHEN 'You had it run again.' THEN '{"id":"ends.again"}'
    WHEN 'You went back to what is asked.' THEN '{"id":"ends.edit"}'
    WHEN 'You shared folders.' THEN '{"id":"ends.share"}'
    WHEN 'You shared nothing.' THEN '{"id":"ends.shareNothing"}'
    WHEN 'You started it.' THEN '{"id":"ends.start"}'
    WHEN 'You kept it off.' THEN '{"id":"ends.keepOff"}'
    WHEN 'You signed in.' THEN '{"id":"ends.signedIn"}'
    WHEN 'You said not now.' THEN '{"id":"ends.notNow"}'
    WHEN 'Parley quit.' THEN '{"id":"ends.quit"}'
    WHEN 'Nobody answered in time.' THEN '{"id":"ends.expired"}'
    ELSE json_object('id', 'legacy.text', 'params', json_object('text', reason)) END
    WHERE reason IS NOT NULL;
  `,
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
]

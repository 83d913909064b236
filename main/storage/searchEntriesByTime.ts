/** So many entries of one second have their place by time. */
const A_SECOND = 32_768
/** Above the numbers of older versions, which began at 1, and far enough for what has no place in its second. */
const FIRST_SECOND = 2 ** 20
/** In the year 2105. The index multiplies a number by 64, and that must stay below 2^53. */
const LAST_SECOND = 2 ** 32 - FIRST_SECOND - 2

/** The first number of the second of a moment in milliseconds. Imported messages may claim to be of any time. */
const firstOf = (created: string): string => `(max(0, min(coalesce(${created}, 0) / 1000, ${LAST_SECOND})) + ${FIRST_SECOND}) * ${A_SECOND}`

/** The number of a new entry: behind those of its second, or, where that is full, before all others. */
const next = (created: string): string => `(SELECT CASE
      WHEN last IS NULL THEN first WHEN last + 1 < first + ${A_SECOND} THEN last + 1 ELSE (SELECT min(id) - 1 FROM search_entry) END
    FROM (SELECT first, (SELECT max(id) FROM search_entry WHERE id >= first AND id < first + ${A_SECOND}) AS last
      FROM (SELECT ${firstOf(created)} AS first)))`

const ofPart = next('(SELECT created FROM message WHERE id = new.message)')
const ofTitle = next('new.created')

/** A step of the database: the number of a search entry follows its time, so that what is highest in the index is newest, imported or not. */
export const searchEntriesByTime = `
  WITH at AS (
    SELECT search_entry.id, coalesce(message.created, conversation.created, 0) AS created, message.rowid AS place, part.seq
    FROM search_entry LEFT JOIN part ON part.id = search_entry.part LEFT JOIN message ON message.id = part.message
    LEFT JOIN conversation ON conversation.id = search_entry.conversation
  ), numbered AS (
    SELECT id, ${firstOf('created')} AS first, row_number() OVER (ORDER BY created, place, seq, id) AS number FROM at
  ), placed AS (
    -- What has no place in its second moves into the next one.
    SELECT id, number + max(first - number) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) AS new_id FROM numbered
  )
  UPDATE search_entry SET id = placed.new_id FROM placed WHERE placed.id = search_entry.id;
  -- The index has the numbers of before: it is made anew.
  DELETE FROM fact WHERE name = 'search index';
  DELETE FROM search_removed;
  DROP TRIGGER search_part_added;
  DROP TRIGGER search_steering_added;
  DROP TRIGGER search_file_added;
  CREATE TRIGGER search_part_added AFTER INSERT ON part WHEN new.kind IN ('text', 'call', 'attachment', 'steering', 'file') BEGIN
    INSERT INTO search_entry (id, part) VALUES (${ofPart}, new.id);
  END;
  DROP TRIGGER search_conversation_added;
  CREATE TRIGGER search_conversation_added AFTER INSERT ON conversation WHEN new.title <> '' BEGIN
    INSERT INTO search_entry (id, conversation) VALUES (${ofTitle}, new.id);
  END;
  DROP TRIGGER search_title_changed;
  CREATE TRIGGER search_title_changed AFTER UPDATE OF title ON conversation WHEN new.title IS NOT old.title BEGIN
    INSERT INTO search_entry (id, conversation) VALUES (${ofTitle}, new.id) ON CONFLICT (conversation) DO UPDATE SET pending = pending + 1;
  END;
  `

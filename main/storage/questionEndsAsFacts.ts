/** The step of `migrations` after which why a question ended is a fact, no longer an English sentence. */
export const questionEndsAsFacts = `
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
  `

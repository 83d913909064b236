import { expect, it } from 'vitest'
import { ConversationId, ServerId } from './ids'
import { isServerId, isUuid, serverIdOf } from './idText'

// Catches: the page takes a text for an id that the host then refuses, or drops one that it would take.
it('takes for an id exactly what the host takes', () => {
  const ids = ['0198c0de-0000-7000-8000-00000000c0de', '0198C0DE-0000-4000-B000-00000000C0DE', '00000000-0000-0000-0000-000000000000']
  const others = ['ffffffff-ffff-ffff-ffff-ffffffffffff', '0198c0de-0000-9000-8000-00000000c0de', '0198c0de-0000-7000-c000-00000000c0de']
  const bad = ['', 'none', '0198c0de', ' 0198c0de-0000-7000-8000-00000000c0de', '0198c0de-0000-7000-8000-00000000c0de\n', '../../x']
  for (const text of [...ids, ...others, ...bad])
    expect([text, isUuid<ConversationId>(text)]).toEqual([text, ConversationId.safeParse(text).success])
  expect([isUuid<ConversationId>(null), isUuid<ConversationId>(undefined)]).toEqual([false, false])
  for (const text of ['', 'a', 'ß'.repeat(200), 'a'.repeat(201)])
    expect([text, isServerId(text)]).toEqual([text, ServerId.safeParse(text).success])
  expect(() => serverIdOf('')).toThrow(RangeError)
})

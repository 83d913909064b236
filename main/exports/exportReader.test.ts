import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { ChatMessage, Conversation } from '../../shared/domain/chat'
import { ConversationId, MessageId, PartId } from '../../shared/domain/ids'
import { StallMeter } from '../testing/stallMeter'
import { readForExport } from './exportReader'

// Catches: one imported message of fifty megabytes, through which all secrets are looked for in one go.
it('X10: others have a turn while one message of thousands of parts is read', { tags: ['slow'] }, async () => {
  const words = 'word '.repeat(2_000)
  const message: ChatMessage = {
    id: MessageId.parse(randomUUID()),
    role: 'assistant',
    created: 1,
    state: 'done',
    parts: Array.from({ length: 4_000 }, () => ({ kind: 'text', id: PartId.parse('00000000-0000-4000-8000-000000000001'), text: words })),
  }
  const id = ConversationId.parse(randomUUID())
  const conversation: Conversation = {
    id,
    title: 'a',
    created: 1,
    model: 'default',
    draft: '',
    settings: {},
    chosenAccounts: {},
    messages: [message],
  }
  const source = { load: () => conversation, allMessages: () => [message], leaf: () => null, results: { whole: () => undefined } }
  using stall = new StallMeter()
  const read = await readForExport(source, id, { format: 'html', calls: true, reasoning: true })
  await turn()
  expect(read.messages).toEqual([message])
  expect(stall.longestMs).toBeLessThan(200)
})

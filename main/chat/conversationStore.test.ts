import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import { CallId, ConversationId, MessageId, ModelRef, PartId, ServerId } from '../../shared/domain/ids'
import { Database } from '../storage/database'
import { ConversationStore } from './conversationStore'
import { textResult } from './testing/chatBench'

const store = () => new ConversationStore(new Database(':memory:'))
const newConversation = (to: ConversationStore, created: number): ConversationId => {
  const id = ConversationId.parse(randomUUID())
  to.create({ id, created, model: 'default' })
  return id
}
const call: Part = {
  id: PartId.parse(randomUUID()),
  kind: 'call',
  modelCallId: 'c',
  modelToolName: 'files__echo',
  step: 1,
  forModel: { google: { thoughtSignature: 's' } },
  call: {
    id: CallId.parse(randomUUID()),
    serverId: ServerId.parse('files'),
    tool: 'echo',
    title: 'Echo',
    definitionHash: 'h',
    startedBy: 'model',
    asked: { a: 1 },
    askedText: '{"a":1',
    approved: { a: 2 },
    why: { by: 'person', reason: { id: 'approvals.why.allowedOnce' } },
    state: 'done',
    startedAt: 1,
    endedAt: 2,
    result: textResult('hi'),
    error: { code: 'SERVER_ERROR', message: 'no', hint: 'try', said: 'words' },
  },
}
const message = (...parts: Part[]): ChatMessage => ({
  id: MessageId.parse(randomUUID()),
  role: 'assistant',
  created: 5,
  state: 'done',
  parts,
  model: ModelRef.parse('a/b'),
})

it('gives back exactly what was written', () => {
  const kept = store()
  const id = newConversation(kept, 1)
  const notice: Part = { id: PartId.parse(randomUUID()), kind: 'notice', error: { code: 'MODEL_ERROR', message: 'no' } }
  const reasoning: Part = { id: PartId.parse(randomUUID()), kind: 'reasoning', text: 'Hm.', forModel: { anthropic: { signature: 's' } } }
  const first = message(reasoning, call, notice)
  const written = [first, { ...message(), parent: first.id }]
  for (const one of written) kept.addMessage(id, one)
  expect(kept.load(id).messages).toEqual(written)
})

it('lists the newest first, with the state of the latest turn', () => {
  const kept = store()
  const older = newConversation(kept, 1)
  const newer = newConversation(kept, 2)
  expect(kept.list().map(({ id }) => id)).toEqual([newer, older])
  kept.addMessage(older, { ...message(), state: 'failed' })
  expect(kept.list()).toMatchObject([{ id: older, turn: 'failed', updated: 5 }, { id: newer }])
})

it('keeps the other copies of a result apart from the message', async () => {
  const kept = store()
  const id = newConversation(kept, 1)
  kept.addMessage(id, message(call))
  if (call.kind === 'call') {
    await kept.results.saveWhole(call.call.id, textResult('everything'))
    expect(kept.results.whole(call.call.id, 0)).toEqual({ json: JSON.stringify(textResult('everything')), pieces: 1 })
    expect([kept.results.whole(call.call.id, 1), kept.results.forModel(call.call.id)]).toEqual([undefined, undefined])
  }
  expect(kept.load(id).messages[0]?.parts).toEqual([call])
})

it('keeps calls under the new name of their server', () => {
  const kept = store()
  const id = newConversation(kept, 1)
  kept.addMessage(id, message(call))
  kept.renameServer(ServerId.parse('files'), ServerId.parse('documents'))
  expect(kept.load(id).messages[0]?.parts[0]).toMatchObject({ call: { serverId: 'documents' } })
})

it('brings a removed conversation back until it is swept away', () => {
  const kept = store()
  const id = newConversation(kept, 1)
  kept.addMessage(id, message(call))
  kept.remove([id], 2)
  kept.restore([id])
  expect(kept.load(id).messages).toHaveLength(1)
  kept.remove([id], 3)
  kept.sweep()
  kept.restore([id])
  expect(() => kept.load(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})

it('names the models that were chosen last, each once, without those of removed conversations', () => {
  const kept = store()
  const chosen = (created: number, model: string) => {
    const id = ConversationId.parse(randomUUID())
    kept.create({ id, created, model: ModelRef.parse(model) })
    return id
  }
  for (const [created, model] of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'a/6', 'a/3'].entries()) chosen(created, model)
  kept.remove([chosen(100, 'a/gone')], 101)
  newConversation(kept, 200)
  expect(kept.recentModels()).toEqual(['a/3', 'a/6', 'a/5', 'a/4', 'a/2'])
})

// Catches: a turn that goes on writes its calls anew, and the place of an app jumps back to another height after a restart.
it('keeps how high the interface of a call was shown, whatever is saved of the call after that', () => {
  const kept = store()
  const id = newConversation(kept, 1)
  const part = { ...call, call: { ...call.call, ui: { resourceUri: 'ui://board/page' } } }
  kept.addMessage(id, message(part))
  const shown = () => kept.load(id).messages[0]?.parts.flatMap((one) => (one.kind === 'call' ? [one.call.ui] : []))
  expect(shown()).toEqual([{ resourceUri: 'ui://board/page' }])
  kept.saveAppHeight(part.call.id, 240)
  kept.saveCall(part.id, { ...part.call, ui: { resourceUri: 'ui://board/other' } })
  expect(shown()).toEqual([{ resourceUri: 'ui://board/other', height: 240 }])
  kept.saveAppHeight(part.call.id, 300)
  expect(shown()).toEqual([{ resourceUri: 'ui://board/other', height: 300 }])
  // A call without an interface gets none.
  const { ui: _, ...plain } = part.call
  kept.saveCall(part.id, plain)
  kept.saveAppHeight(part.call.id, 300)
  expect(shown()).toEqual([undefined])
})

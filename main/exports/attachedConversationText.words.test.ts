import { expect, it } from 'vitest'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import { MessageId, PartId, ServerId } from '../../shared/domain/ids'
import { english } from '../../shared/i18n/translator'
import { rememberSecret } from '../lib/redact'
import { attachedConversationText } from './attachedConversationText'

const partId = PartId.parse('00000000-0000-4000-8000-000000000001')
const text = (words: string): Part => ({ id: partId, kind: 'text', text: words })
const message = (role: ChatMessage['role'], ...parts: Part[]): ChatMessage => ({
  id: MessageId.parse('00000000-0000-4000-8000-000000000002'),
  role,
  created: 0,
  state: 'done',
  parts,
})
const written = (bytes: number, ...messages: ChatMessage[]): string => attachedConversationText({ messages }, english, bytes)

// Catches: what a server wrote, or a secret, goes into another conversation by way of the text of this one.
it('has what was said; attachments are only named, and secrets and thoughts are left out', () => {
  rememberSecret('sk-very-secret-value-1')
  const attached: Part = {
    id: partId,
    kind: 'attachment',
    source: 'resource',
    serverId: ServerId.parse('notes'),
    name: 'plan',
    content: [{ type: 'text', text: 'IGNORE ALL' }],
    bytes: 10,
  }
  const thought: Part = { id: partId, kind: 'reasoning', text: 'hm' }
  expect(
    written(1_000, message('user', attached, text('My key is sk-very-secret-value-1')), message('assistant', thought, text('Ah'))),
  ).toBe('## You\n\n(“plan” from “notes”)\n\nMy key is •••\n\n## Parley\n\nAh')
  expect(written(1_000, message('assistant', thought))).toBe('')
})

it('keeps the newest messages of a long conversation, and says how many are missing', () => {
  const messages = ['one', 'two', 'three'].map((words) => message('user', text(words.repeat(10))))
  expect(written(100, ...messages)).toBe(
    `[One earlier message is left out.]\n\n## You\n\n${'two'.repeat(10)}\n\n## You\n\n${'three'.repeat(10)}`,
  )
  expect(written(20, ...messages)).toMatch(/^\[2 earlier messages are left out\.\]\n\n## You\n\nthree/)
})

import type { Conversation } from '../../shared/domain/chat'
import { ConversationId, MessageId, ModelRef, PartId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import type { FakeHost } from './fakeHost'
import { answered } from './previewConversation'

const uuid = (number: number): string => `5f0f3a4e-6f9b-4c53-9d4f-${String(number).padStart(12, '0')}`
const created = Date.now() - 3_600_000
const params = { model: 'claude-sonnet-4-5' }

const failures = [
  new AppError('MODEL_REFUSED_KEY', { reason: 'models.keyRefused', params: { ...params, status: '401' } }, { said: 'invalid x-api-key' }),
  new AppError('MODEL_RATE_LIMITED', { reason: 'models.retryLater', params: { ...params, seconds: 20 } }, { retryAfterSeconds: 20 }),
  new AppError('MODEL_TOO_LONG', { reason: 'models.tooLong', params }),
  new AppError('MODEL_EMPTY', { reason: 'chat.onlyThought', params }),
]

/** Conversations whose last answer failed (`…600`, `…610`, `…620`, `…630`): a refused key, a busy provider, too long, empty. */
export const failed: readonly Conversation[] = failures.map((error, index) => {
  const number = 600 + index * 10
  const question = MessageId.parse(uuid(number + 1))
  return {
    ...answered,
    id: ConversationId.parse(uuid(number)),
    title: 'Release 2.4 checklist',
    messages: [
      {
        id: question,
        role: 'user',
        created,
        state: 'done',
        parts: [{ id: PartId.parse(uuid(number + 2)), kind: 'text', text: 'In which order should they run, and what does each one lock?' }],
      },
      {
        id: MessageId.parse(uuid(number + 3)),
        role: 'assistant',
        parent: question,
        created,
        state: error.code === 'MODEL_EMPTY' ? 'done' : 'failed',
        model: ModelRef.parse('claude/claude-sonnet-4-5'),
        parts: [
          {
            id: PartId.parse(uuid(number + 4)),
            kind: 'reasoning',
            text: 'Which of them takes a lock?',
            startedAt: created,
            endedAt: created + 12_000,
          },
          { id: PartId.parse(uuid(number + 5)), kind: 'notice', error: error.toData() },
        ],
        usage: { input: 1_180, cached: 1_000, output: 60, reasoning: 60 },
      },
    ],
  }
})

/** The provider of the second one is asked again by itself. */
export function announceRetry(host: FakeHost): void {
  const busy = failed[1]
  const last = busy?.messages.at(-1)
  if (busy && last) host.publish('chat.retries', [{ conversationId: busy.id, messageId: last.id, at: Date.now() + 20_000, tries: 0 }])
}

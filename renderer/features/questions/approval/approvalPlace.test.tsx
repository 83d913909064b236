import { afterEach, expect, it, vi } from 'vitest'
import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import type { ApprovalDetails, DialogReason } from '../../../../shared/domain/question'
import { dialog, showQuestion } from '../testing/questionStage'

afterEach(() => vi.useRealTimers())

const details: ApprovalDetails = {
  kind: 'approval',
  tool: 'echo',
  inputSchema: { type: 'object' },
  arguments: {},
  why: { id: 'approvals.asked.noRule' },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
const words = 'It asks in this dialog and not in the conversation, because '

// Catches: two tools of a server that only read, one on a card and one in a dialog each time, and nothing said why.
it.each<[string, ToolAnnotations, readonly DialogReason[], string | undefined]>([
  ['a name', { readOnlyHint: true }, ['namesChange'], 'going by its name it may change something.'],
  ['its arguments', { readOnlyHint: true }, ['argumentName', 'tooLong'], 'its arguments are named like a command, a query language,'],
  ['what its person moved to the conversation', {}, ['argumentValue'], 'one of its values is written like a command,'],
  ['nothing where it says that it changes something', { readOnlyHint: false }, ['mayChange', 'argumentName'], undefined],
  ['nothing where it says nothing', {}, ['declaresNothing', 'argumentName'], undefined],
  ['nothing where a tool is new, which the reason says', { readOnlyHint: true }, ['definition'], undefined],
])('a tool that only reads says what opened the dialog: %s', async (_, annotations, signs, reason) => {
  const [because = 'notUnderstood'] = signs
  await showQuestion({ ...details, annotations, place: { place: 'dialog', because, signs } })
  expect(dialog().textContent?.includes(words)).toBe(reason !== undefined)
  expect(dialog().textContent).toContain(reason === undefined ? '' : `${words}${reason}`)
})

it('says nothing of the dialog where it was opened from a card', async () => {
  await showQuestion({ ...details, annotations: { readOnlyHint: true }, place: { place: 'card' } })
  expect(document.body.textContent).not.toContain(words)
})

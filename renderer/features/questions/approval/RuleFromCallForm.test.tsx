import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { passTime } from '../../../testing/settle'
import { CallId, ConversationId, QuestionId, ServerId } from '../../../../shared/domain/ids'
import type { Message } from '../../../../shared/i18n/message'
import { describeLockedRule, describeRule } from '../../../../shared/rules/describeRule'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import type { RuleImpactOnRecent } from '../../../../shared/domain/rule'
import { useTopic } from '../../../rpc/useTopic'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { listItems } from '../../../testing/listItems'
import { namesOf, collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { ApprovalDialog } from './ApprovalDialog'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const callId = CallId.parse(uuid(2))
const conversationId = ConversationId.parse(uuid(1))
const linear = ServerId.parse('Linear')
const details: ApprovalDetails = {
  kind: 'approval',
  tool: 'create_issue',
  inputSchema: { type: 'object' },
  arguments: { team: 'Platform', priority: 2, folder: '/home/dana/code/atlas', text: 'a long\nstory', labels: [{}] },
  why: { id: 'approvals.wanted.noRule', params: { model: 'llama3' } },
  history: { allowed: 0, denied: 0 },
  readOnlyRuleOffered: false,
}
const line = (n: number, from: 'ask' | 'deny', to: 'allow' | 'ask'): RuleImpactOnRecent['changed'][number] => ({
  callId: CallId.parse(uuid(10 + n)),
  conversationId,
  serverId: linear,
  tool: 'create_issue',
  line: `team: ${n}`,
  at: 0,
  from,
  to,
})
const now = new Date(2026, 10, 22, 12).getTime()

function FirstQuestion() {
  const question = useTopic('questions', ({ open }) => open[0])
  if (question?.details.kind !== 'approval') return null
  return <ApprovalDialog question={question} details={question.details} waiting={0} onLater={() => undefined} />
}

async function showScope(
  change: Partial<ApprovalDetails> = {},
  changed = [line(1, 'ask', 'allow'), line(2, 'ask', 'allow'), line(3, 'deny', 'ask')],
) {
  const host = new FakeHost()
    .answer('questions.answer', () => ({ taken: true }))
    .answer('questions.saveDraft', () => undefined)
    .answer('rules.tryLast', () => ({
      calls: 37,
      allowed: 3,
      asked: 34,
      denied: 0,
      changed,
    }))
  const question = {
    id: QuestionId.parse(uuid(3)),
    asker: { serverId: linear, callIds: [callId], conversationId },
    created: 0,
    expires: 1,
    details: { ...details, ...change },
  }
  const shown = await renderWithHost(<FirstQuestion />, host)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now })
  await act(async () => void host.publish('questions', { open: [question], ended: [] }))
  await pass()
  return shown
}
afterEach(() => vi.useRealTimers())

/** Waits until the rule preview is updated and the answers are enabled again. */
const pass = (): Promise<void> => passTime(700)
async function press(name: string, role = 'button'): Promise<void> {
  await user.click(screen.getByRole(role, { name }))
  await pass()
}
async function write(name: string, text: string): Promise<void> {
  await fill(screen.getByLabelText(name), text)
  await pass()
}
const answers = (host: FakeHost): readonly unknown[] =>
  host.asked.flatMap(({ name, input }) => (name === 'questions.answer' ? [input] : []))
const text = (): string => screen.getByRole('dialog').textContent

it('makes a rule of the arguments that count, and says it as one sentence', async () => {
  const view = await showScope()
  await press('Always allow…')
  expect(namesOf(screen.queryAllByRole('radio'))).toEqual([
    'This tool',
    'Calls of create_issue where',
    'In this conversation',
    'Always',
    'Until Sun 29 Nov',
  ])
  const arguments_ = ['team', 'priority', 'folder', 'text', 'labels']
  expect(namesOf(screen.queryAllByRole('checkbox'))).toEqual(arguments_)
  expect(arguments_.filter((name) => !screen.getByRole<HTMLInputElement>('checkbox', { name }).checked)).toEqual([])
  await press('priority', 'checkbox')
  await press('text', 'checkbox')
  await write('Value of team', 'Web')
  expect(text()).toContain(
    'Allow create_issue of Linear where team is Web, folder is in /home/dana/code/atlas and labels is exactly [{}], in this conversation. priority and text may be anything.',
  )
  expect(text()).toContain('A call with any other argument still asks.')
  await press('Allow')
  expect(answers(view.host)).toEqual([
    {
      questionId: uuid(3),
      answer: {
        kind: 'approval',
        action: 'alwaysAllow',
        rule: {
          what: 'arguments',
          where: [
            { path: ['team'], test: 'is', value: 'Web' },
            { path: ['folder'], test: 'inFolder', value: '/home/dana/code/atlas' },
            { path: ['labels'], test: 'exactly', value: '[{}]' },
          ],
          open: [['priority'], ['text']],
          lasts: 'conversation',
        },
      },
    },
  ])
})

const shell: Partial<ApprovalDetails> = {
  tool: 'run_command',
  inputSchema: { type: 'object', properties: { host: {}, command: {}, timeout: {}, comment: {} } },
  arguments: { host: 'web-1', command: 'ls -la /srv && du', timeout: 30, note: 'x'.repeat(5000) },
}
const allow = (): boolean => !screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' }).disabled

it('counts every argument at first, a command with spaces too, and makes no rule of what it cannot compare until that is opened', async () => {
  const view = await showScope(shell)
  await press('Show all 4.9 KB')
  await press('Always allow…')
  expect([allow(), text().includes('Untick it to leave it open')]).toEqual([false, true])
  await press('note', 'checkbox')
  expect(text()).toContain('note may be anything.')
  await press('Allow')
  expect(answers(view.host)).toMatchObject([
    {
      answer: {
        rule: {
          where: [
            { path: ['host'], test: 'is', value: 'web-1' },
            { path: ['command'], test: 'is', value: 'ls -la /srv && du' },
            { path: ['timeout'], test: 'is', value: 30 },
          ],
          open: [['note']],
        },
      },
    },
  ])
})

it('leaves a command, a host and their kind open for a whole tool only after a press on each, and names all that is open', async () => {
  await showScope({ ...shell, arguments: { host: 'web-1', command: 'ls' } })
  await press('Always allow…')
  await press('This tool', 'radio')
  expect(namesOf(screen.getAllByRole('checkbox'))).toEqual(['host may be anything', 'command may be anything'])
  expect(allow()).toBe(false)
  await press('host may be anything', 'checkbox')
  expect(allow()).toBe(false)
  await press('command may be anything', 'checkbox')
  expect(text()).toContain('Allow run_command of Linear, in this conversation. host, command, timeout and comment may be anything.')
  expect(allow()).toBe(true)
})

it('says what the rule would have done to the last calls, and shows those that it would have allowed', async () => {
  const view = await showScope({ arguments: {} })
  await press('Always allow…')
  expect(text()).toContain('Of your last 37 calls it would have allowed 2 that asked.')
  await press('Show them')
  expect(listItems('Calls that it would have allowed')).toHaveLength(2)
  await press('Always', 'radio')
  expect(view.host.asked.flatMap(({ name, input }) => (name === 'rules.tryLast' ? [input] : []))).toEqual([
    { fromCall: { callId, rule: { what: 'tool', lasts: 'conversation' } } },
    { fromCall: { callId, rule: { what: 'tool', lasts: 'always' } } },
  ])
})

it('counts apart and lists first the calls that the person denied, which no rule should allow unseen', async () => {
  await showScope({ arguments: {} }, [line(1, 'ask', 'allow'), { ...line(2, 'ask', 'allow'), deniedByPerson: true }])
  await press('Always allow…')
  expect(text()).toContain('Of your last 37 calls it would have allowed 1 that asked. You denied 1 that it would allow.')
  await press('Show them')
  const [denied, other] = collectTexts(listItems('Calls that it would have allowed'))
  expect([denied?.includes('you denied this one'), denied?.includes('team: 2'), other?.includes('denied')]).toEqual([true, true, false])
})

it('lasts until the end of a day that is chosen, and makes no rule for a day that is over', async () => {
  const view = await showScope({ arguments: {} })
  await press('Always allow…')
  await press('Until Sun 29 Nov', 'radio')
  await write('Last day', '2026-11-20')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' }).disabled).toBe(true)
  expect(text()).toContain('Choose a day that is not over yet.')
  await write('Last day', '2026-11-24')
  await press('Allow')
  const until = new Date(2026, 10, 24, 23, 59, 59, 999).getTime()
  expect(answers(view.host)).toMatchObject([{ answer: { rule: { what: 'tool', lasts: 'until', until } } }])
})

it('makes no rule while nothing counts, or something has no value', async () => {
  await showScope({ arguments: { priority: 2 } })
  await press('Always allow…')
  await press('Calls of create_issue where', 'radio')
  expect(allow()).toBe(true)
  await write('Value of priority', 'many')
  expect([allow(), text().includes('Fill in what each argument is compared with.')]).toEqual([false, true])
  await press('priority', 'checkbox')
  expect([allow(), text().includes('Choose at least one argument that counts.')]).toEqual([false, true])
})

it('offers no rule where none would change anything, and says why', async () => {
  await showScope({ noRule: { id: 'approvals.noRule.asked', params: { by: 'Atlas IT' } } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Always allow…' }).disabled).toBe(true)
  expect(text()).toContain('Atlas IT has it asked each time.')
})

const readOnlyTools = describeRule({ subject: { serverId: ServerId.parse('Linear'), kind: 'readOnly' }, lasts: 'always' })

it('says how the rules near a call stand to it', async () => {
  await showScope({
    stands: [
      {
        rule: readOnlyTools,
        locked: false,
        stands: 'not',
        because: { id: 'approvals.because.notOfKind.readOnly', params: { server: 'Linear' } },
      },
      {
        rule: describeLockedRule({ subject: { kind: 'destructive' }, verdict: 'ask', by: 'Atlas IT' }),
        locked: true,
        stands: 'decides',
        because: { id: 'approvals.because.verdict.ask' },
      },
    ],
  })
  await press('2 rules near it')
  expect(collectTexts(listItems('Rules near this call'))).toEqual([
    '–Read-only tools of Linear, alwaysno: Linear does not call this tool read-only',
    'Tools of every server that may destroy data, set by Atlas ITdecides: it asks',
  ])
})

const because: Message = { id: 'approvals.because.added', params: { server: 'Linear' } }
const after: Message = { id: 'approvals.wanted.doesNotApply', params: { model: 'llama3', rule: readOnlyTools, because } }
it.each([details.why, after])('says once that a tool came after its server was accepted: $id', async (why) => {
  await showScope({ added: true, why })
  expect(text().match(/came after you accepted/g)).toHaveLength(1)
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { emptyCatalog } from '../../../../shared/domain/catalog'
import { CallId, ConversationId, RuleId, ServerId } from '../../../../shared/domain/ids'
import type { Rule, RuleEntry, RuleImpactOnRecent } from '../../../../shared/domain/rule'
import { describeRule } from '../../../../shared/rules/describeRule'
import { readyState } from '../../../../shared/testing/readyState'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import type { FakeHost } from '../../../testing/fakeHost'
import { FakeHost as Host } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { listItems } from '../../../testing/listItems'
import { collectTexts } from '../../../testing/namesOf'
import { fill, user } from '../../../testing/user'
import { endUndo, useUndoStore } from '../../../state/undoStore'
import { RulesPage } from './RulesPage'

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const files = ServerId.parse('Files')
const here = ConversationId.parse(uuid(1))
const unkept = ConversationId.parse(uuid(2))
const gone = ConversationId.parse(uuid(3))
const own = (n: number, change: Partial<Rule>, ended = false): RuleEntry => {
  const subject = change.subject ?? { serverId: files }
  const rule: Rule = { id: RuleId.parse(uuid(100 + n)), subject, verdict: 'allow', lasts: 'always', created: Date.now(), ...change }
  return { kind: 'own', rule, decided: n, ended }
}
const inCode = {
  serverId: files,
  tool: 'read_file',
  where: [{ path: ['a.b'], test: 'inFolder', value: '/code' }],
} satisfies Rule['subject']
const entries: readonly RuleEntry[] = [
  {
    kind: 'locked',
    rule: { subject: { kind: 'destructive' }, verdict: 'deny', by: 'Atlas IT' },
    decided: 4,
  },
  own(1, { subject: inCode, definitionHash: 'h', madeFrom: CallId.parse(uuid(7)) }),
  own(2, { verdict: 'ask', lasts: 'until', until: new Date(2099, 10, 27, 23, 59, 59, 999).getTime() }),
  own(3, { verdict: 'deny', lasts: 'conversation', conversationId: here }),
]
const changed: RuleImpactOnRecent['changed'] = [
  {
    callId: CallId.parse(uuid(7)),
    conversationId: here,
    serverId: files,
    tool: 'read_file',
    line: '/code/a',
    at: 0,
    from: 'ask',
    to: 'deny',
  },
]

beforeEach(() => useUndoStore.setState({ offer: undefined, at: 0 }))

async function showRules(rules = entries) {
  const host = new Host()
    .publish('rules.list', rules)
    .publish('chat.conversations', [{ id: here, title: 'Release', created: 0, updated: 0, chosenAccounts: {} }])
    .publish('chat.temporary', [{ id: unkept, title: 'Boats', created: 0, updated: 0, chosenAccounts: {} }])
    .publish('servers', { servers: [sampleServer(files)], broken: [] })
    .publish('connections.states', { [files]: readyState() })
    .publish('servers.catalogVersions', {})
    .answer('servers.catalog', () => ({
      ...emptyCatalog,
      tools: [{ name: 'read_file', inputSchema: { properties: { path: { type: 'string' }, head: { type: 'integer' } } }, hash: 'h' }],
    }))
    .answer('rules.save', ({ subject, verdict, lasts }) => ({
      id: RuleId.parse(uuid(9)),
      subject: subject as Rule['subject'],
      verdict,
      lasts,
      created: 0,
    }))
    .answer('rules.forget', () => undefined)
    .answer('rules.restore', () => undefined)
    .answer('rules.tryLast', ({ draft }) => ({ calls: 200, allowed: 162, asked: 34, denied: 4, changed: draft ? changed : [] }))
    .answer('rules.tryCall', ({ tool, draft }) => ({
      verdict: draft ? 'deny' : 'ask',
      reason: { id: 'legacy.text', params: { text: `No rule covers ${tool}` } },
      stands: [
        {
          rule: describeRule({ subject: { serverId: files }, lasts: 'always' }),
          locked: false,
          stands: 'not',
          because: { id: 'approvals.because.otherServer' },
        },
      ],
    }))
  return renderWithHost(<RulesPage />, host)
}
const row = (index: number) => within(listItems('Approval rules')[index] ?? document.body)
const inputs = (host: FakeHost, asked: string): readonly unknown[] =>
  host.asked.flatMap(({ name, input }) => (name === asked ? [input] : []))
it('lists what rules say, about what, how long, who set them, and how many of the last calls they decided', async () => {
  await showRules()
  expect(collectTexts(listItems('Approval rules'))).toEqual([
    ' DenyTools of every server that may destroy dataAlways · set by Atlas IT · See the policy4 calls of your last 200',
    ' Allowread_file of Files where a.b is in /codeAlways · made from a call today · ends if the tool changes1 call of your last 200EditDelete',
    ' AskEvery tool of FilesUntil 27 Nov 2099 · made today2 calls of your last 200EditDelete',
    ' DenyEvery tool of FilesIn “Release” · ends with it · made today3 calls of your last 200Delete',
  ])
  expect(row(0).getByRole('img', { name: 'Set by policy: you cannot change it' })).toBeTruthy()
})

// A rule that counted at that moment was said to be of a conversation that was deleted.
it('names the temporary chat of a rule', async () => {
  await showRules([own(1, { lasts: 'conversation', conversationId: unkept }), own(2, { lasts: 'conversation', conversationId: gone })])
  expect(collectTexts(listItems('Approval rules'))).toEqual([
    ' AllowEvery tool of FilesIn the temporary chat “Boats” · ends with it · made today1 call of your last 200Delete',
    ' AllowEvery tool of FilesIn “a conversation that was deleted” · ends with it · made today2 calls of your last 200Delete',
  ])
})

it('deletes a rule, and brings it back as it was', async () => {
  const view = await showRules()
  await user.click(row(1).getByRole('button', { name: 'Delete' }))
  expect(useUndoStore.getState().offer?.sentence).toBe('“‘read_file’ of ‘Files’ where a.b is in /code” deleted')
  endUndo('undo')
  await settle()
  expect(view.host.asked.slice(-2)).toEqual(['rules.forget', 'rules.restore'].map((name) => ({ name, input: { ruleId: uuid(101) } })))
})

it('changes a rule in its place, keeps what it is about to the letter, and gives the focus back', async () => {
  const view = await showRules()
  await user.click(row(1).getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('radio', { name: 'Denies' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(inputs(view.host, 'rules.save')).toEqual([{ id: uuid(101), subject: inCode, verdict: 'deny', lasts: 'always' }])
  await waitFor(() => expect(document.activeElement).toBe(row(1).getByRole('button', { name: 'Edit' })))
})

it('adds a rule, and says before what it would change', async () => {
  const view = await showRules([])
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  expect(screen.getByRole('form').textContent).toContain('Ask: Every tool of every server, always.')
  await user.click(screen.getByRole('radio', { name: 'Until a day' }))
  await fill(screen.getByLabelText('Last day'), '2001-01-01')
  expect([
    document.body.textContent.includes('Choose a day that is not over yet.'),
    screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled,
  ]).toEqual([true, true])
  await user.click(screen.getByRole('radio', { name: 'Always' }))
  await waitFor(() => expect(document.body.textContent).toContain('Of your last 200 calls it would change'))
  expect(screen.getByText('Of your last 200 calls it would change 1.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show them' }))
  expect(screen.getByRole('list', { name: 'Calls that it would change' }).textContent).toContain('asks → is denied')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(inputs(view.host, 'rules.save')).toEqual([{ subject: {}, verdict: 'ask', lasts: 'always' }])
})

it('compares an argument with a value of its own kind', async () => {
  const view = await showRules()
  await user.click(row(1).getByRole('button', { name: 'Edit' }))
  await user.click(screen.getByRole('button', { name: 'Add a condition' }))
  const argument = screen.getAllByRole('combobox', { name: 'Argument' }).at(-1) ?? document.body
  await fill(argument, 'head')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  await fill(screen.getByLabelText('Value of head'), '20')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(inputs(view.host, 'rules.save')).toMatchObject([
    { subject: { where: [inCode.where[0], { path: ['head'], test: 'is', value: 20 }] } },
  ])
})

it('tries the rules on one call, with the one that is being written', async () => {
  const view = await showRules()
  await fill(screen.getByLabelText('Arguments'), '{"path": "/code/a"}')
  await screen.findByLabelText('Verdict')
  expect(screen.getByRole('status', { name: 'Verdict' }).textContent).toBe('Parley would ask. No rule covers read_file.')
  expect(collectTexts(within(screen.getByRole('list', { name: 'Rules near this call' })).getAllByRole('listitem'))).toEqual([
    '–Every tool of Files, alwaysno: it is about another server',
  ])
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  await waitFor(() => expect(document.body.textContent).toContain('Parley would deny it.'))
  expect(screen.getByRole('status', { name: 'Verdict' }).textContent).toContain('Parley would deny it.')
  expect(inputs(view.host, 'rules.tryCall').at(-1)).toEqual({
    serverId: files,
    tool: 'read_file',
    arguments: { path: '/code/a' },
    draft: { subject: {}, verdict: 'ask', lasts: 'always' },
  })
})

it('tries them on the last calls, and says which the one that is being written would change', async () => {
  await showRules()
  await user.click(screen.getByRole('button', { name: 'My last 200 calls' }))
  expect(document.body.textContent).toContain(
    'With today’s rules, of your last 200 calls 162 would run without asking, 34 would ask first, 4 would be denied.',
  )
  await user.click(screen.getByRole('button', { name: 'Add a rule' }))
  await waitFor(() => expect(document.body.textContent).toContain('1 would be decided otherwise'))
  expect(document.body.textContent).toContain('With the rule that you are writing, of your last 200 calls 162 would run without asking')
  expect(screen.getByText(/1 would be decided otherwise than now:/)).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Calls that would be decided otherwise' }).textContent).toContain('read_file /code/a')
})

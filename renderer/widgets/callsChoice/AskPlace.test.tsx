import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Tool } from '../../../shared/domain/catalog'
import { RuleId } from '../../../shared/domain/ids'
import type { LockedRule, Rule, RuleEntry } from '../../../shared/domain/rule'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { user } from '../../testing/user'
import { AskPlace } from './AskPlace'
import { CallsChoice } from './CallsChoice'

const server = sampleServer('boards')
const tool: Tool = { name: 'list', inputSchema: { type: 'object' }, hash: 'h1' }
const own = (rule: Partial<Rule>, ended = false): Extract<RuleEntry, { kind: 'own' }> => ({
  kind: 'own',
  decided: 0,
  ended,
  rule: {
    id: RuleId.parse('00000000-0000-4000-8000-000000000001'),
    subject: { serverId: server.id, tool: 'list' },
    verdict: 'ask',
    lasts: 'always',
    created: 1,
    ...rule,
  },
})
const placed = { definitionHash: 'h1', inConversation: true } as const

it.each<[string, RuleEntry[], boolean | undefined]>([
  ['is offered where the tool asks', [], false],
  ['is on where a rule says so', [own(placed)], true],
  ['is off where that rule has ended', [own({ ...placed, lasts: 'until', until: 2 }, true)], false],
  ['is not offered where the tool is denied', [own({ verdict: 'deny' })], undefined],
  ['is not offered where its server is denied', [own({ verdict: 'deny', subject: { serverId: server.id } })], undefined],
  ['is not offered where it runs', [own({ verdict: 'allow', definitionHash: 'h1' })], undefined],
])('"Ask in the conversation" %s', async (_, entries, checked) => {
  await renderWithHost(<AskPlace server={server} tool={tool} />, new FakeHost().publish('rules.list', entries))
  const found = screen.queryAllByRole('switch', { name: 'Ask in the conversation' })
  expect(found.map((one) => one.getAttribute('aria-checked') === 'true')).toEqual(checked === undefined ? [] : [checked])
})

it('a choice for a tool says which tool the person saw', async () => {
  const asked: unknown[] = []
  const host = new FakeHost().publish('rules.list', []).answer('rules.setCalls', (input) => void asked.push(input))
  await renderWithHost(<CallsChoice server={server} tool={tool} />, host)
  await user.click(screen.getByText('Runs'))
  const run = await screen.findByRole('button', { name: 'Run without asking' })
  await waitFor(() => expect(run).toHaveProperty('disabled', false))
  await user.click(run)
  expect(asked).toEqual([{ serverId: server.id, tool: { name: 'list', definitionHash: 'h1' }, calls: 'all' }])
})

it('"Runs" for a server can be chosen anew for its tools as they are now', async () => {
  const asked: unknown[] = []
  const host = new FakeHost()
    .publish('rules.list', [{ ...own({ verdict: 'allow', subject: { serverId: server.id } }), outgrown: [server.id] }])
    .answer('definitions.accepted', () => [{ ...tool, annotations: { readOnlyHint: true } }])
    .answer('rules.setCalls', (input) => void asked.push(input))
  await renderWithHost(<CallsChoice server={{ ...server, trusted: true }} />, host)
  await user.click(screen.getByRole('button', { name: 'Cover its tools as they are now' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked).toEqual([{ serverId: server.id, calls: 'all' }])
})

it.each<[LockedRule['verdict'], true | undefined, string]>([
  ['ask', undefined, 'Atlas IT has them asked each time.'],
  ['ask', true, 'Atlas IT has all others asked each time.'],
  ['deny', undefined, 'Atlas IT forbids all tools but those that are said to only read, and has those asked each time.'],
  ['deny', true, 'Atlas IT forbids all others.'],
])('says what a policy does about what does more than read: %s, believing: %s', async (verdict, believed, words) => {
  const rule: LockedRule = { subject: { kind: 'notReadOnly', ...(believed && { believed }) }, verdict, by: 'Atlas IT' }
  await renderWithHost(<CallsChoice server={server} />, new FakeHost().publish('rules.list', [{ kind: 'locked', rule, decided: 0 }]))
  expect(document.body.textContent).toContain(words)
})

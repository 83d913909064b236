import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Tool } from '../../../shared/domain/catalog'
import type { AcceptedTool } from '../../../shared/domain/definitionChange'
import { RuleId, ServerId } from '../../../shared/domain/ids'
import type { LockedRule, Rule, RuleEntry } from '../../../shared/domain/rule'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { user } from '../../testing/user'
import { CallsChoice } from './CallsChoice'

const boards = ServerId.parse('boards')
const toolOf = (name: string, annotations?: Tool['annotations']): Tool => ({
  name,
  hash: name,
  inputSchema: { type: 'object' },
  ...(annotations && { annotations }),
})
const look: Tool = { name: 'look', hash: 'h1', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }

interface Shown {
  readonly trusted?: boolean
  readonly off?: readonly string[]
  readonly entries?: readonly RuleEntry[]
  readonly tool?: Tool
  /** What the person has accepted, whatever is listed. */
  readonly tools?: readonly AcceptedTool[]
}

async function show({ trusted = false, off: disabledTools = [], entries = [], tool, tools = [look] }: Shown = {}) {
  const host = new FakeHost()
  host.answer('definitions.accepted', () => tools)
  const chosen: unknown[] = []
  host.publish('rules.list', entries)
  host.answer('rules.setCalls', (input) => void chosen.push(input))
  await renderWithHost(<CallsChoice server={{ ...sampleServer(boards), trusted, disabledTools }} {...(tool && { tool })} />, host)
  await settle()
  return { chosen, host }
}

const option = (name: string): HTMLButtonElement => within(screen.getByRole('group')).getByRole('button', { name })
const locked = (rule: Partial<LockedRule>): RuleEntry => ({
  kind: 'locked',
  decided: 0,
  rule: { subject: { serverId: boards }, verdict: 'ask', by: 'Atlas IT', ...rule },
})
const own = (rule: Partial<Rule>): Extract<RuleEntry, { kind: 'own' }> => ({
  kind: 'own',
  decided: 0,
  ended: false,
  rule: {
    id: RuleId.parse('0190a5d0-0000-7000-8000-000000000001'),
    subject: { serverId: boards },
    verdict: 'allow',
    lasts: 'always',
    created: 1,
    ...rule,
  },
})

it('asks at first, says what that means, and offers what only reads only for a server that is believed', async () => {
  await show()
  expect(option('Ask').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/^Every call asks first: in the conversation where it only reads/)).toBeTruthy()
  expect(option('Reading runs').disabled).toBe(true)
  cleanup()
  const { chosen } = await show({ trusted: true })
  await user.click(option('Runs'))
  expect(chosen).toEqual([{ serverId: boards, calls: 'all' }])
})

it('shows what the rules say, of a server and of one of its tools', async () => {
  await show({ trusted: true, entries: [own({ subject: { serverId: boards, kind: 'readOnly' } })], tool: look })
  expect(option('Reading runs').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/^It runs without asking, as long as the tool stays as it is and “boards” says that it only reads/)).toBeTruthy()
})

it('goes no further than the policy, says whose it is, and shows what is left of a choice', async () => {
  await show({ trusted: true, entries: [locked({}), own({})] })
  expect(option('Ask').getAttribute('aria-pressed')).toBe('true')
  expect([option('Ask').disabled, option('Reading runs').disabled, option('Runs').disabled]).toEqual([false, true, true])
  expect(screen.getByText(/Atlas IT has them asked each time\./)).toBeTruthy()
})

it('leaves nothing to choose where the policy forbids the calls', async () => {
  await show({ trusted: true, entries: [locked({ verdict: 'deny' })] })
  expect(['Ask', 'Reading runs', 'Runs'].map((name) => option(name).disabled)).toEqual([true, true, true])
  expect(screen.getByText(/^Every call is denied\. Atlas IT forbids them\./)).toBeTruthy()
})

// Catches: one press on a small switch, and from then on a tool that deletes runs without a question.
it('"Runs" asks first where a tool does not only read, names the gravest first, and to leave it as it is has the focus', async () => {
  const many = Array.from({ length: 9 }, (_, n) => toolOf(`edit_${n}`, { readOnlyHint: false, destructiveHint: false }))
  const { chosen } = await show({ trusted: true, tools: [look, ...many, toolOf('wipe_board')] })
  await user.click(option('Runs'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Run all calls of “boards” without asking?' }))
  expect(dialog.getByText(/^These 10 tools may do more than read/)).toBeTruthy()
  const named = dialog.getAllByRole('listitem').map((line) => line.textContent)
  expect([named.length, named[0], named.at(-1)]).toEqual([9, expect.stringContaining('wipe_board'), 'and 2 more'])
  expect(named[0]).toContain('seems to run, delete, pay or send')
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement)
  await user.keyboard('{Enter}')
  expect([screen.queryByRole('dialog'), chosen]).toEqual([null, []])
  await user.click(option('Runs'))
  const run = await screen.findByRole('button', { name: 'Run without asking' })
  await waitFor(() => expect(run).toHaveProperty('disabled', false))
  await user.click(run)
  expect(chosen).toEqual([{ serverId: boards, calls: 'all' }])
})

it.each<[string, Shown, string | undefined]>([
  ['a tool that says nothing', { tool: toolOf('list') }, 'Run “list” of “boards” without asking?'],
  ['a tool that only reads', { trusted: true, tool: look }, undefined],
  ['a tool of which only a server says so that is not believed', { tool: look }, 'Run “look” of “boards” without asking?'],
  [
    'a tool that is named like a change',
    { trusted: true, tool: { ...look, name: 'git_push' } },
    'Run “git_push” of “boards” without asking?',
  ],
  ['a server whose tools are not known', { tools: [] }, 'Run all calls of “boards” without asking?'],
  ['a server whose tools only read', { trusted: true, tools: [look] }, undefined],
  ['a server that is not believed', { tools: [look] }, 'Run all calls of “boards” without asking?'],
])('"Runs" for %s asks only where that is more than reading', async (_, shown, title) => {
  const { chosen } = await show(shown)
  await user.click(option('Runs'))
  await settle()
  expect(screen.queryAllByRole('dialog').map((dialog) => dialog.getAttribute('aria-labelledby') !== null)).toEqual(title ? [true] : [])
  if (title) expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
  expect(chosen).toHaveLength(title ? 0 : 1)
})

// Catches: a list of tools that "may do more than read", each of which says "Reads only", without a word on why.
it('says why a tool stands in the question although its server says that it only reads', async () => {
  await show({ tools: [look] })
  await user.click(option('Runs'))
  expect((await screen.findByRole('dialog')).textContent).toContain('“Reads only” is what “boards” itself says.')
  cleanup()
  await show({ trusted: true, tools: [{ ...look, name: 'create_issue' }] })
  await user.click(option('Runs'))
  expect((await screen.findByRole('listitem')).textContent).toBe('create_issueReads onlyGoing by its name, it may change something.')
  expect(screen.getByRole('dialog').textContent).not.toContain('itself says')
})

// Catches: a server that takes its tool that deletes out of its list, waits for "Runs", and lists it again.
it('names what was accepted and is not listed now, before what is listed and as grave', async () => {
  const [wipe, gone] = [toolOf('delete_all'), toolOf('delete_more')]
  await show({ trusted: true, tools: [look, wipe, { ...gone, unlisted: true }] })
  await user.click(option('Runs'))
  const named = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(named).toEqual([expect.stringMatching(/^delete_more.*Not in its list now\.$/), expect.stringMatching(/^delete_all.*send$/)])
})

// Catches: a question about a tool that goes on to ask, is denied or is off, and none about one whose rule ends by itself.
it('leaves out what a rule of its own decides, and what is off', async () => {
  const entries = (['ask', 'deny'] as const).map((verdict) => own({ subject: { serverId: boards, tool: verdict }, verdict }))
  const ends = own({ subject: { serverId: boards, tool: 'ends' }, verdict: 'ask', lasts: 'until', until: 5 })
  const elsewhere = own({ subject: { serverId: ServerId.parse('other'), tool: 'else' }, verdict: 'ask' })
  const part = own({ subject: { serverId: boards, tool: 'part', kind: 'destructive' }, verdict: 'ask' })
  const rules = [...entries, locked({ subject: { serverId: boards, tool: 'policy' } }), ends, elsewhere, part]
  const tools = ['ask', 'deny', 'policy', 'off', 'ends', 'else', 'part'].map((name) => toolOf(name))
  const { chosen } = await show({ trusted: true, off: ['off'], entries: rules, tools })
  await user.click(option('Runs'))
  const named = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(named).toEqual(['ends', 'else', 'part'].map((name) => `${name}Does not say what it changes`))
  cleanup()
  const quiet = await show({ trusted: true, off: ['off'], entries: rules, tools: tools.slice(0, 4) })
  await user.click(option('Runs'))
  await settle()
  expect([chosen, quiet.chosen, screen.queryByRole('dialog')]).toEqual([[], [{ serverId: boards, calls: 'all' }], null])
})

it('closes when nothing is left to ask about, and runs nothing', async () => {
  const { chosen, host } = await show({ trusted: true, tools: [toolOf('wipe')] })
  await user.click(option('Runs'))
  await screen.findByRole('dialog')
  host.publish('rules.list', [own({ subject: { serverId: boards, tool: 'wipe' }, verdict: 'deny' })])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(chosen).toEqual([])
})

it('says both where a server says of a tool that it only reads and may destroy', async () => {
  await show({ trusted: true, tools: [{ ...look, annotations: { readOnlyHint: true, destructiveHint: true } }] })
  await user.click(option('Runs'))
  expect((await screen.findByRole('listitem')).textContent).toBe('lookReads onlyMay destroy data')
})

// Catches: "Cover its tools as they are now" right after "Runs" was chosen, where it changes nothing.
it('offers to cover the tools as they are now only where some came or changed since, and asks first as “Runs” does', async () => {
  const allow = own({})
  const again = () => screen.queryByRole('button', { name: 'Cover its tools as they are now' })
  await show({ entries: [allow] })
  expect([option('Runs').getAttribute('aria-pressed'), again()]).toEqual(['true', null])
  cleanup()
  await show({ entries: [{ ...allow, outgrown: [ServerId.parse('other')] }] })
  expect(again()).toBeNull()
  cleanup()
  const { chosen } = await show({ entries: [{ ...allow, outgrown: [boards] }], tools: [toolOf('list')] })
  await user.click(again() ?? document.body)
  await settle()
  expect([screen.getAllByRole('dialog').length, chosen]).toEqual([1, []])
})

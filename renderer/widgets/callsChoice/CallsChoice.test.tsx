import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Tool } from '../../../shared/domain/catalog'
import { RuleId, ServerId } from '../../../shared/domain/ids'
import type { LockedRule, Rule, RuleEntry } from '../../../shared/domain/rule'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { user } from '../../testing/user'
import { CallsChoice } from './CallsChoice'

const boards = ServerId.parse('boards')
const look: Tool = { name: 'look', hash: 'h1', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }

async function show({ trusted = false, entries = [], tool }: { trusted?: boolean; entries?: readonly RuleEntry[]; tool?: Tool } = {}) {
  const host = new FakeHost()
  const chosen: unknown[] = []
  host.publish('rules.list', entries)
  host.answer('rules.setCalls', (input) => void chosen.push(input))
  await renderWithHost(<CallsChoice server={{ ...sampleServer(boards), trusted }} {...(tool && { tool })} />, host)
  await settle()
  return { chosen }
}

const option = (name: string): HTMLButtonElement => within(screen.getByRole('group')).getByRole('button', { name })
const locked = (rule: Partial<LockedRule>): RuleEntry => ({
  kind: 'locked',
  decided: 0,
  rule: { subject: { serverId: boards }, verdict: 'ask', by: 'Atlas IT', ...rule },
})
const own = (rule: Partial<Rule>): RuleEntry => ({
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
  const { chosen } = await show()
  expect(option('Ask').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/^Every call asks first: in the conversation where it only reads/)).toBeTruthy()
  expect(option('Reading runs').disabled).toBe(true)
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

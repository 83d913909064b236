import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ModelRef } from '../../../../shared/domain/ids'
import type { ModelFacts } from '../../../../shared/domain/models/modelProvider'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { useClosedRemarks } from './closedRemarks'
import { MessageField } from './MessageField'
import { ModelRemark } from './ModelRemark'

const tiny = ModelRef.parse('ollama/tiny')

function hostWith(facts: ModelFacts | undefined, tools: number) {
  return new FakeHost()
    .publish('models', {
      providers: [{ id: 'ollama', kind: 'ollama', name: 'Ollama', onThisComputer: true, models: [tiny], hasKey: false }],
      default: tiny,
    })
    .publish('servers', { servers: [], broken: [] })
    .publish('servers.catalogVersions', {})
    .publish('connections.states', {})
    .answer('models.facts', () => ({ asOf: '2026-07-02', models: facts ? { [tiny]: facts } : {} }))
    .answer('chat.toolsForModel', () => ({ count: tools, servers: [], leftOut: 0, limit: 128 }))
}

beforeEach(() => useClosedRemarks.setState({ closed: new Map() }))

it.each([
  ['calls no tools, also where it takes in little', { tools: false, context: 4_096 }, 3, '“tiny” calls no tools.'],
  ['takes in little', { tools: true, context: 4_096 }, 3, '“tiny” takes in only 4k tokens.'],
])('names a model that %s', async (_what, facts, tools, title) => {
  await renderWithHost(<ModelRemark conversation={undefined} choice="default" />, hostWith(facts, tools))
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(/^3 tools are on/)).toBeTruthy()
  expect(screen.queryAllByText(/^“tiny” /)).toHaveLength(1)
})

it.each([
  ['no tool is on', { tools: false, context: 4_096 }, 0],
  ['it calls tools and has room for them', { tools: true, context: 32_768 }, 3],
  ['nothing is known of it', undefined, 3],
])('says nothing of a model when %s', async (_what, facts, tools) => {
  const { host } = await renderWithHost(<ModelRemark conversation={undefined} choice="default" />, hostWith(facts, tools))
  // Both answers are there, so that a remark would be, too.
  await settle()
  expect(new Set(host.asked.map(({ name }) => name))).toEqual(new Set(['chat.toolsForModel', 'models.facts']))
  expect(screen.queryByText(/tiny/)).toBeNull()
})

// Catches: a remark that was read comes back in each conversation, and takes the room of what is read there.
it.each([
  ['calls no tools', { tools: false, context: 4_096 }],
  ['takes in little', { tools: true, context: 4_096 }],
])('is closed for a model that %s, in all conversations, until something else is known of it', async (_what, facts) => {
  const remark = (
    <>
      <ModelRemark conversation={undefined} choice="default" />
      <MessageField />
    </>
  )
  const first = await renderWithHost(remark, hostWith(facts, 3))
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/tiny/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
  first.unmount()

  const again = await renderWithHost(remark, hostWith(facts, 5))
  expect(screen.queryByText(/tiny/)).toBeNull()
  again.unmount()

  await renderWithHost(remark, hostWith({ tools: true, context: 8_192 }, 3))
  expect(await screen.findByText('“tiny” takes in only 8k tokens.')).toBeTruthy()
})

// Catches: who closes it for one model is not told of another one.
it('is shown for another model', async () => {
  useClosedRemarks.setState({ closed: new Map([[ModelRef.parse('ollama/other'), 'withoutTools']]) })
  await renderWithHost(<ModelRemark conversation={undefined} choice="default" />, hostWith({ tools: false }, 3))
  expect(await screen.findByText('“tiny” calls no tools.')).toBeTruthy()
})

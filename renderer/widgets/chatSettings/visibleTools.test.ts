import { expect, it } from 'vitest'
import type { ToolSwitchRow } from './serverSwitchRows'
import { firstTools, visibleTools } from './visibleTools'

const tools = (count: number, own: readonly number[] = []): readonly ToolSwitchRow[] =>
  Array.from({ length: count }, (_, n) => ({
    tool: { name: `tool_${n}`, hash: '', inputSchema: { type: 'object' } },
    on: true,
    source: own.includes(n) ? 'own' : 'standard',
  }))
const see = (all: readonly ToolSwitchRow[], others = 0, words = '') => {
  const { shown, left } = visibleTools(all, { first: firstTools(all), others, words })
  return [shown.length, left, shown.at(-1)?.tool.name]
}

it('shows eight tools first, with those about which something is said among them', () => {
  expect(see(tools(20))).toEqual([8, 12, 'tool_7'])
  expect(see(tools(20, [15, 19]))).toEqual([8, 12, 'tool_19'])
  expect(see(tools(5))).toEqual([5, 0, 'tool_4'])
})

// Catches: a server with 5,000 tools would get as many switches at one press.
it('shows a hundred more at a time, also of those that were found', () => {
  expect(see(tools(5_000), 100)).toEqual([108, 4_892, 'tool_107'])
  expect(
    see(
      tools(
        5_000,
        Array.from({ length: 900 }, (_, n) => n),
      ),
    ),
  ).toEqual([100, 4_900, 'tool_99'])
  expect(see(tools(5_000), 0, ' TOOL_ ')).toEqual([100, 4_900, 'tool_99'])
  expect(see(tools(5_000), 100, 'tool_')).toEqual([200, 4_800, 'tool_199'])
  expect(see(tools(5_000), 0, 'tool_4321')).toEqual([1, 0, 'tool_4321'])
})

import type { ToolSwitchRow } from './serverSwitchRows'

/** So many tools are shown first. Those about which something is said are among them. */
const FIRST = 8
/** So many more with each press: a server may have thousands, and each has a switch. */
export const TOOLS_STEP = 100

export interface ToolsToShow {
  /** The names of those that are shown first. */
  readonly first: ReadonlySet<string>
  /** How many of the others. */
  readonly others: number
  /** Of all tools, only those with these words in their names. Empty: all. */
  readonly words: string
}

/** Pure: the names of the tools that are shown first: those about which something is said, then others in the server's order. */
export function firstTools(tools: readonly ToolSwitchRow[]): ReadonlySet<string> {
  const said = tools.filter(({ source }) => source !== 'standard').slice(0, TOOLS_STEP)
  const others = tools.filter(({ source }) => source === 'standard').slice(0, Math.max(0, FIRST - said.length))
  return new Set([...said, ...others].map(({ tool }) => tool.name))
}

/** Pure: the tools that are shown, in the server's order, and how many are not. */
export function visibleTools(
  tools: readonly ToolSwitchRow[],
  { first, others, words }: ToolsToShow,
): { readonly shown: readonly ToolSwitchRow[]; readonly left: number } {
  const wanted = words.trim().toLowerCase()
  const found = wanted === '' ? tools : tools.filter(({ tool }) => tool.name.toLowerCase().includes(wanted))
  const most = wanted === '' ? others : others + TOOLS_STEP
  let more = 0
  const shown = found.filter(({ tool }) => (wanted === '' && first.has(tool.name)) || ++more <= most)
  return { shown, left: found.length - shown.length }
}

import type { Tool } from '../domain/catalog'
import { changeClaims } from '../domain/changeClaims'
import { changeByName } from './changeByName'

/** What a server calls a tool, and what it claims about it. */
export type ClaimedTool = Pick<Tool, 'name' | 'title' | 'annotations'>

/**
 * Pure: the tools that may do more than read, the gravest first: those that may destroy, then those that leave open what they change or are named
 * like a change, then those that say that they change something, then those of which only a server that the person does not believe says that
 * they read. A tool that says two things does not only read.
 * @param trusted whether the person believes what the server says about its tools
 */
export function notOnlyReading<T extends ClaimedTool>(tools: readonly T[], trusted: boolean): readonly T[] {
  return tools
    .map((tool) => ({ tool, gravity: gravityOf(tool, trusted) }))
    .filter(({ gravity }) => gravity > 0)
    .toSorted((a, b) => b.gravity - a.gravity)
    .map(({ tool }) => tool)
}

function gravityOf(tool: ClaimedTool, trusted: boolean): number {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  const byName = changeByName(tool, {})
  if (destructiveHint === true || byName.includes('looksRisky')) return 4
  if (readOnlyHint === true) return byName.length > 0 ? 3 : trusted ? 0 : 1
  return changeClaims(tool.annotations).includes('changes') && destructiveHint !== undefined ? 2 : 3
}

import { looksRisky } from './looksRisky'
import type { Tool } from '../domain/catalog'
import { changeClaims } from '../domain/changeClaims'
import { toolTitle } from '../domain/toolTitle'

/**
 * Pure: the tools that are not plainly there to read, the gravest first: those that may destroy, then those that leave open what they
 * change, then those that say that they change something. A tool that says two things does not only read.
 */
export function notOnlyReading(tools: readonly Tool[]): readonly Tool[] {
  return tools
    .map((tool) => ({ tool, gravity: gravityOf(tool) }))
    .filter(({ gravity }) => gravity > 0)
    .toSorted((a, b) => b.gravity - a.gravity)
    .map(({ tool }) => tool)
}

const GRAVE = 3

function gravityOf(tool: Tool): number {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  if (destructiveHint === true || [tool.name, toolTitle(tool) ?? ''].some((name) => looksRisky(name, {}))) return GRAVE
  if (readOnlyHint === true) return 0
  return changeClaims(tool.annotations).includes('changes') && destructiveHint !== undefined ? 1 : 2
}

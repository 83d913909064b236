import type { Tool } from '../../shared/domain/catalog'
import type { SuspiciousText } from '../../shared/domain/definitionChange'
import type { Message } from '../../shared/i18n/message'
import { canonicalJson } from '../../shared/lib/json'
import type { DefinitionSet } from './compareDefinitions'

/** How long the search runs before other work gets a turn, because one tool may be as large as a thousand others. */
const NOTICING_MS = 8

export interface Noticing {
  readonly ofTool: (tool: Tool) => readonly Message[]
  readonly ofInstructions: (text: string) => readonly Message[]
}

/** The warnings about everything that a server offers. Thousands of tools are looked at in several turns. */
export async function noticedIn(
  offers: readonly DefinitionSet[],
  { ofTool, ofInstructions }: Noticing,
  signal: AbortSignal,
): Promise<SuspiciousText> {
  const tools: (readonly [string, readonly Message[]])[] = []
  let since = performance.now()
  for (const tool of offers.flatMap((offer) => offer.tools)) {
    if (performance.now() - since >= NOTICING_MS) {
      await new Promise(setImmediate)
      since = performance.now()
    }
    signal.throwIfAborted()
    const found = ofTool(tool)
    if (found.length > 0) tools.push([tool.name, found])
  }
  const texts = new Set(offers.map(({ instructions }) => instructions).filter((text) => text !== ''))
  const instructions = [...texts].flatMap(ofInstructions)
  // `fromEntries` is safe for any tool name, even `__proto__`.
  return {
    tools: Object.fromEntries(tools),
    instructions: [...new Map(instructions.map((found) => [canonicalJson(found), found])).values()],
  }
}

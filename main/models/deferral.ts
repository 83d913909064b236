import type { Endpoint } from './listModels'
import { providerKinds } from './providerKinds'

/**
 * How a provider takes a tool into a conversation at the result of the search that found it, in the place of its list of tools: by its name
 * in the result (`references`), or by its whole definition after it (`additions`).
 */
export type Deferral = 'references' | 'additions'

/** "claude-opus-4-5-20251101", "claude-sonnet-5". Older names begin with the version, or have a date in the place of the second number. */
const CLAUDE = /^claude-[a-z]+-(\d{1,2})(?:-(\d{1,2}))?(?:-\d{8})?$/
/** "gpt-5.6-sol", "gpt-6-astra-2026-10-01". */
const GPT = /^gpt-(\d{1,2})(?:\.(\d{1,2}))?(?:-(?:sol|terra|luna|astra))?(?:-\d{4}-\d{2}-\d{2})?$/

/**
 * Pure: how a model takes tools that a search finds. Undefined where nobody says that it does: a provider refuses a whole conversation for
 * what it does not know. So at the providers' own addresses alone, as what stands between drops or refuses what it does not know.
 * Sources: Anthropic, "Tool search tool", "Model compatibility" (platform.claude.com): from Claude 4.5 on. `additional_tools` of OpenAI has
 * no such table; from GPT-5.6 on other clients send it (decision 097).
 */
export function deferralOf({ kind, baseUrl }: Pick<Endpoint, 'kind' | 'baseUrl'>, name: string): Deferral | undefined {
  if (baseUrl !== providerKinds[kind].baseUrl) return undefined
  if (kind === 'anthropic') return isFrom(CLAUDE.exec(name), [4, 5]) ? 'references' : undefined
  return kind === 'openai' && isFrom(GPT.exec(name), [5, 6]) ? 'additions' : undefined
}

function isFrom(found: RegExpExecArray | null, [major, minor]: readonly [number, number]): boolean {
  if (!found) return false
  const [, first, second = 0] = found
  return Number(first) > major || (Number(first) === major && Number(second) >= minor)
}

import type { Completion, CompletionAsk } from '../../shared/domain/completion'
import type { ProtocolSession } from '../session/protocolSession'

/** The first protocol version whose servers understand the other arguments (2025-06-18, completion). */
const KNOWS_CONTEXT = '2025-06-18'
const VALUES = 100

/** Asks a server to propose values. Sends nothing to a server without completions. @throws {AppError} */
export async function completionRequest(session: ProtocolSession, ask: CompletionAsk, signal: AbortSignal): Promise<Completion> {
  if (session.capabilities.completions === undefined) return noCompletion
  const { target, argument, value, chosen } = ask
  const context = Object.keys(chosen).length > 0 && session.protocol >= KNOWS_CONTEXT ? { context: { arguments: chosen } } : {}
  const params = {
    ref: target.kind === 'prompt' ? { type: 'ref/prompt', name: target.name } : { type: 'ref/resource', uri: target.uriTemplate },
    argument: { name: argument, value },
    ...context,
  }
  return parseCompletion(await session.request({ method: 'completion/complete', params }, signal))
}

export const noCompletion: Completion = { values: [], hasMore: false }

/** Reads the values that a server proposes, at most 100 (2025-11-25, completion). */
export function parseCompletion(raw: Readonly<Record<string, unknown>>): Completion {
  const found: unknown = raw['completion']
  if (typeof found !== 'object' || found === null || !('values' in found) || !Array.isArray(found.values)) return noCompletion
  const values = found.values.filter((value): value is string => typeof value === 'string' && value.length <= VALUE_CHARACTERS)
  const total = 'total' in found && typeof found.total === 'number' && Number.isFinite(found.total) ? found.total : undefined
  const said = 'hasMore' in found && found.hasMore === true
  return {
    values: [...new Set(values)].slice(0, VALUES),
    ...(total !== undefined && { total }),
    hasMore: said || values.length > VALUES || (total !== undefined && total > values.length),
  }
}

const VALUE_CHARACTERS = 10_000

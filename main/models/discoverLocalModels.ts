import type { FoundModelServer } from '../../shared/domain/modelProvider'
import { isRecord } from '../../shared/lib/json'
import { modelFetch, readJsonAnswer } from './modelFetch'

export interface LocalModelPorts {
  readonly ollama: number
  readonly lmStudio: number
  readonly llamaCpp: number
}

export const usualPorts: LocalModelPorts = { ollama: 11434, lmStudio: 1234, llamaCpp: 8080 }

/**
 * How long a server on this computer may take to answer. Where none listens, that is known at once. One that loads a model takes seconds.
 */
const LOOK_MS = 3_000

/** Looks for model servers on this computer, only on the loopback address. Servers that do not answer are left out. */
export async function discoverLocalModels(ports: LocalModelPorts, signal: AbortSignal): Promise<readonly FoundModelServer[]> {
  const found = await Promise.all([
    probe('Ollama', ports.ollama, { path: '/api/tags', list: 'models', name: 'name' }, signal),
    probe('LM Studio', ports.lmStudio, { path: '/v1/models', list: 'data', name: 'id' }, signal),
    probe('llama.cpp', ports.llamaCpp, { path: '/v1/models', list: 'data', name: 'id' }, signal),
  ])
  return found.filter((server) => server !== undefined)
}

async function probe(
  name: FoundModelServer['name'],
  port: number,
  where: { readonly path: string; readonly list: string; readonly name: string },
  signal: AbortSignal,
): Promise<FoundModelServer | undefined> {
  const origin = `http://127.0.0.1:${port}`
  try {
    const response = await modelFetch(origin + where.path, { signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]) })
    const body = response.ok ? await readJsonAnswer(response) : undefined
    const list = isRecord(body) ? body[where.list] : undefined
    if (!Array.isArray(list)) return undefined
    const models = list.filter(isRecord).flatMap((model) => (typeof model[where.name] === 'string' ? [String(model[where.name])] : []))
    return { name, baseUrl: `${origin}/v1`, models: models.slice(0, 500) }
  } catch (thrown) {
    // If nothing, another program or a slow program listens there, it has no model to offer. A cancelled search must still throw.
    if (signal.aborted) throw thrown
    return undefined
  }
}

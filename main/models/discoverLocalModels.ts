import type { FoundModelServer } from '../../shared/domain/models/modelProvider'
import { isRecord } from '../../shared/lib/json'
import { modelFetch, readJsonAnswer } from './modelFetch'
import { readModelName } from './readModelName'

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

const openAiList = { path: '/v1/models', list: 'data', name: 'id', kind: 'openai-compatible' } as const

/** Looks for model servers on this computer, only on the loopback address. Servers that do not answer are left out. */
export async function discoverLocalModels(ports: LocalModelPorts, signal: AbortSignal): Promise<readonly FoundModelServer[]> {
  const found = await Promise.all([
    probe('Ollama', ports.ollama, { path: '/api/tags', list: 'models', name: 'name', kind: 'ollama' }, signal),
    probe('LM Studio', ports.lmStudio, openAiList, signal),
    probe('llama.cpp', ports.llamaCpp, openAiList, signal),
  ])
  return found.filter((server) => server !== undefined)
}

async function probe(
  name: FoundModelServer['name'],
  port: number,
  where: { readonly path: string; readonly list: string; readonly name: string; readonly kind: FoundModelServer['kind'] },
  signal: AbortSignal,
): Promise<FoundModelServer | undefined> {
  const origin = `http://127.0.0.1:${port}`
  try {
    const response = await modelFetch(origin + where.path, { signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]) })
    const body = response.ok ? await readJsonAnswer(response) : undefined
    const list = isRecord(body) ? body[where.list] : undefined
    if (!Array.isArray(list)) return undefined
    const models = list.filter(isRecord).flatMap((model) => readModelName(model[where.name]) ?? [])
    const baseUrl = where.kind === 'ollama' ? origin : `${origin}/v1`
    return { name, kind: where.kind, baseUrl, models: models.slice(0, 500) }
  } catch (thrown) {
    // If nothing, another program or a slow program listens there, it has no model to offer. A cancelled search must still throw.
    if (signal.aborted) throw thrown
    return undefined
  }
}

import type { ModelFacts } from '../../../shared/domain/models/modelProvider'
import type { Endpoint } from '../listModels'
import { modelFetch, readJsonAnswer } from '../modelFetch'
import { contextFor, ollamaFacts } from '../ollama/ollamaModelFacts'
import { llamaCppModel } from './llamaCppModel'
import { lmStudioModels } from './lmStudioModels'

const ASK_MS = 3_000
/** How many models of one server are asked about. */
const MODELS_ASKED = 200
const AT_ONCE = 4

/**
 * Asks a model server on this computer what its models can and how much they take in as they run.
 * Ollama says it of every model, LM Studio and llama.cpp where they are what answers there. What does not answer in time is left out.
 */
export async function localModelFacts(
  endpoint: Endpoint,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ModelFacts>> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)])
  const facts = new Map<string, ModelFacts>()
  try {
    if (endpoint.kind === 'ollama') await askOllama(endpoint, names.slice(0, MODELS_ASKED), facts, inTime)
    else for (const [name, known] of await askCompatible(endpoint, names, inTime)) facts.set(name, known)
  } catch {
    // Nothing listens there, or another program does. A cancelled call must still throw.
    signal.throwIfAborted()
  }
  return facts
}

async function askOllama(endpoint: Endpoint, names: readonly string[], facts: Map<string, ModelFacts>, signal: AbortSignal): Promise<void> {
  const left = names[Symbol.iterator]()
  const ask = async (): Promise<void> => {
    for (const name of left) {
      const found = await ollamaFacts(endpoint, name, signal)
      if (found) facts.set(name, { ...found, context: contextFor(endpoint.context?.[name], found.mostContext) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

async function askCompatible(
  endpoint: Endpoint,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Iterable<readonly [string, ModelFacts]>> {
  const studio = lmStudioModels(await read(endpoint, '/api/v1/models', signal))
  if (studio) return studio
  const running = names.length === 1 ? llamaCppModel(await read(endpoint, '/props', signal)) : undefined
  return running ? names.map((name) => [name, running] as const) : []
}

/** Their own routes lie beside the `/v1` that speaks like OpenAI. */
async function read({ baseUrl, key }: Endpoint, path: string, signal: AbortSignal): Promise<unknown> {
  const url = new URL(path, baseUrl)
  const response = await modelFetch(url.href, { signal, ...(key && { headers: { authorization: `Bearer ${key}` } }) })
  if (response.ok) return await readJsonAnswer(response)
  await response.body?.cancel()
  return undefined
}

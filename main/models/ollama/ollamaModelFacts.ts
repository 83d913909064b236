import * as z from 'zod'
import { modelFetch, readJsonAnswer } from '../modelFetch'

/** Parley asks for no more context than this by itself, because its memory is taken from the whole computer. */
export const USUAL_CONTEXT = 32_768

/** It reads a file for this. */
const FACTS_MS = 3_000

const Show = z.object({ capabilities: z.array(z.string()).optional(), model_info: z.record(z.string(), z.unknown()).optional() })
const Running = z.object({ models: z.array(z.object({ name: z.string() })) })

/** What Ollama says of one of its models. */
export interface OllamaModelFacts {
  readonly sees: boolean
  readonly thinks: boolean
  readonly tools: boolean
  /** How many tokens it can take in at most. */
  readonly mostContext?: number
}

/** The address of Ollama, without `/api`, and the key where a proxy wants one. */
export interface OllamaServer {
  readonly baseUrl: string
  readonly key?: string
}

/** Returns what a model can, or undefined when Ollama does not say. Source: Ollama, docs/api.md, "Show model information". */
export async function ollamaFacts(server: OllamaServer, model: string, signal: AbortSignal): Promise<OllamaModelFacts | undefined> {
  const found = Show.safeParse(await ask(server, '/api/show', { model }, signal)).data
  if (!found?.capabilities) return undefined
  const can = new Set(found.capabilities)
  const mostContext = Object.entries(found.model_info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1]
  return {
    sees: can.has('vision'),
    thinks: can.has('thinking'),
    tools: can.has('tools'),
    ...(isCount(mostContext) && { mostContext }),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

/** Returns what a model can. Undefined when Ollama does not say so soon. */
export async function factsInTime(server: OllamaServer, model: string, signal: AbortSignal): Promise<OllamaModelFacts | undefined> {
  return await inTime((soon) => ollamaFacts(server, model, soon), signal)
}

/** Returns whether a model is not in memory yet. False when Ollama does not say so soon. Source: docs/api.md, "List Running Models". */
export async function mustLoad(server: OllamaServer, model: string, signal: AbortSignal): Promise<boolean> {
  const found = await inTime(async (soon) => Running.safeParse(await ask(server, '/api/ps', undefined, soon)).data, signal)
  const whole = model.includes(':') ? model : `${model}:latest`
  return found !== undefined && !found.models.some(({ name }) => name === whole)
}

/** Whether Ollama is there at all, the request for an answer finds out. So a failure is only a missing answer here. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work(AbortSignal.any([signal, AbortSignal.timeout(FACTS_MS)]))
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

/** Pure: how much a model is to take in: what the person chose, else the usual, but never more than it can. */
export function contextFor(chosen: number | undefined, mostContext: number | undefined): number {
  return Math.min(chosen ?? USUAL_CONTEXT, mostContext ?? Infinity)
}

/** Pure: returns the headers of every request to Ollama. */
export function ollamaHeaders({ key }: OllamaServer): Readonly<Record<string, string>> {
  return { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) }
}

async function ask(server: OllamaServer, path: string, body: object | undefined, signal: AbortSignal): Promise<unknown> {
  const response = await modelFetch(server.baseUrl + path, {
    signal,
    headers: ollamaHeaders(server),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (response.ok) return await readJsonAnswer(response)
  await response.body?.cancel()
  return undefined
}

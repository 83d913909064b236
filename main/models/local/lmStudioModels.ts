import * as z from 'zod'
import type { ModelFacts } from '../../../shared/domain/models/modelProvider'

/** The list of `GET /api/v1/models`. Source: LM Studio, docs, "REST API", version 1. */
const List = z.object({
  models: z.array(
    z.object({
      type: z.string(),
      key: z.string(),
      loaded_instances: z
        .array(z.object({ id: z.string(), config: z.object({ context_length: z.int().positive().optional() }).optional() }))
        .optional(),
      capabilities: z.object({ vision: z.boolean().optional(), trained_for_tool_use: z.boolean().optional() }).optional(),
    }),
  ),
})

/**
 * Pure: returns what LM Studio says of its models, by name. A loaded one has the context that it was loaded with; how much another will have
 * is not known before. Undefined for another program's answer.
 */
export function lmStudioModels(answer: unknown): ReadonlyMap<string, ModelFacts> | undefined {
  const list = List.safeParse(answer).data
  if (!list) return undefined
  const facts = list.models
    .filter(({ type }) => type === 'llm')
    .flatMap(({ key, capabilities: can, loaded_instances: loaded = [] }): (readonly [string, ModelFacts])[] => {
      const able = {
        ...(can?.vision !== undefined && { sees: can.vision }),
        ...(can?.trained_for_tool_use !== undefined && { tools: can.trained_for_tool_use }),
      }
      const running = loaded.map(({ id, config }): readonly [string, ModelFacts] => {
        const context = config?.context_length
        return [id, { ...able, ...(context !== undefined && { context }) }]
      })
      return [[key, running.find(([id]) => id === key)?.[1] ?? running[0]?.[1] ?? able], ...running.filter(([id]) => id !== key)]
    })
  return new Map(facts)
}

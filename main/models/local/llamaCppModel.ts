import * as z from 'zod'
import type { ModelFacts } from '../../../shared/domain/models/modelProvider'

/** The answer of `GET /props`. Source: llama.cpp, tools/server/README.md. */
const Props = z.object({
  default_generation_settings: z.object({ n_ctx: z.int().positive() }),
  modalities: z.object({ vision: z.boolean().optional() }).optional(),
})

/** Pure: returns what llama.cpp's server says of the one model that it runs. Undefined for another program's answer. */
export function llamaCppModel(answer: unknown): ModelFacts | undefined {
  const props = Props.safeParse(answer).data
  if (!props) return undefined
  const sees = props.modalities?.vision
  return { context: props.default_generation_settings.n_ctx, ...(sees !== undefined && { sees }) }
}

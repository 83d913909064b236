import type { SamplingEdit, SamplingMessage, SamplingTool, SamplingToolChoice } from '../domain/sampling'
import { withoutMedia } from './samplingMedia'

interface Asked {
  readonly messages: readonly SamplingMessage[]
  readonly systemPrompt?: string
  readonly tools?: readonly SamplingTool[]
  readonly toolChoice?: SamplingToolChoice
  readonly temperature?: number
  readonly stopSequences: readonly string[]
}

/** Pure: converts a server's request into the form that a person edits. */
export function toSamplingEdit({ systemPrompt, messages, tools, toolChoice, temperature, stopSequences }: Asked): SamplingEdit {
  return {
    ...(systemPrompt !== undefined && { systemPrompt }),
    messages: withoutMedia(messages).map(({ role, content }) => ({ role, content: [...content] })),
    ...(tools && { tools: tools.map((tool) => ({ ...tool })) }),
    ...(toolChoice && { toolChoice }),
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences.length > 0 && { stopSequences: [...stopSequences] }),
  }
}

import { isRecord } from '../../../shared/lib/json'
import type { ModelCallOptions } from './aiSdkLanguageModel'

type PromptMessage = ModelCallOptions['prompt'][number]
type Content = Exclude<PromptMessage['content'], string>[number]
type ToolResult = Extract<Content, { type: 'tool-result' }>['output']
type FilePart = Extract<Content, { type: 'file' }>

/** One message of a chat request. Source: Ollama, docs/api.md, "Generate a chat completion". */
export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly thinking?: string
  /** In base64. */
  readonly images?: readonly string[]
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> } }[]
  readonly tool_name?: string
}

/** What a request must know of its model. */
export interface OllamaModelUse {
  /**
   * How many tokens the model is to take in (`num_ctx`). Without it, Ollama cuts the request at what fits into the memory of the graphics
   * card, often 4,096 tokens, and says nothing.
   */
  readonly context: number
  /** Whether it can think. Ollama refuses to ask another one for it. */
  readonly thinks: boolean
}

/** Pure: returns the body of a request to `/api/chat`. */
export function ollamaRequestBody(model: string, use: OllamaModelUse, options: ModelCallOptions): Readonly<Record<string, unknown>> {
  const { maxOutputTokens, temperature, topP, topK, seed, stopSequences, reasoning, responseFormat } = options
  const tools = options.toolChoice?.type === 'none' ? [] : (options.tools ?? []).filter((tool) => tool.type === 'function')
  return {
    model,
    stream: true,
    messages: options.prompt.flatMap(ollamaMessages),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, ...(description !== undefined && { description }), parameters: inputSchema },
      })),
    }),
    ...(use.thinks && reasoning !== undefined && reasoning !== 'provider-default' && { think: reasoning !== 'none' }),
    ...(responseFormat?.type === 'json' && { format: responseFormat.schema ?? 'json' }),
    options: {
      num_ctx: use.context,
      ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
      ...(topK !== undefined && { top_k: topK }),
      ...(seed !== undefined && { seed }),
      ...(stopSequences && { stop: stopSequences }),
    },
  }
}

/** Pure: each result of a tool becomes a message of its own. */
function ollamaMessages(message: PromptMessage): readonly OllamaMessage[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user': {
      const images = message.content.flatMap((part) => (part.type === 'file' && part.mediaType.startsWith('image/') ? imageIn(part) : []))
      return [{ role: 'user', content: textOf(message.content, '\n\n'), ...(images.length > 0 && { images }) }]
    }
    case 'assistant': {
      const thinking = message.content.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: isRecord(part.input) ? part.input : {} } }] : [],
      )
      const content = textOf(message.content)
      return [{ role: 'assistant', content, ...(thinking && { thinking }), ...(calls.length > 0 && { tool_calls: calls }) }]
    }
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result' ? [{ role: 'tool' as const, content: resultText(part.output), tool_name: part.toolName }] : [],
      )
  }
}

/** @param between what keeps apart texts that others wrote, where they are not pieces of one */
function textOf(content: readonly Content[], between = ''): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(between)
}

function imageIn({ data }: FilePart): readonly string[] {
  if (data.type !== 'data') return []
  return [typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')]
}

function resultText(output: ToolResult): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    case 'execution-denied':
      return output.reason ?? 'denied'
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  }
}

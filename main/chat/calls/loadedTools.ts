import type { ToolModelMessage } from 'ai'
import type { CallId } from '../../../shared/domain/ids'
import type { Deferral } from '../../models/deferral'
import { definitionForModel } from '../../tools/definitionForModel'
import type { SchemaRules } from '../../tools/schema/schemaRules'
import type { OfferedTool } from '../../tools/toolsForModel'

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>
type ProviderOptions = NonNullable<ResultPart['providerOptions']>

/** The tools of a request that the model gets at the result of a search, and how its provider takes them there. */
export interface LoadedTools {
  readonly way: Deferral
  readonly bySearch: ReadonlyMap<CallId, readonly OfferedTool[]>
  readonly descriptionBytes: number
  /** What its endpoint takes in schemas. */
  readonly rules: SchemaRules
}

/**
 * Pure: the result of a search, with what the model gets there. A result of Anthropic has references or text, not both (decision 097), so
 * what it found besides is not told. Any other result stays as it is.
 */
export function withLoadedTools(part: ResultPart, search: CallId, loaded: LoadedTools | undefined): ResultPart {
  const tools = loaded?.bySearch.get(search) ?? []
  if (!loaded || tools.length === 0) return part
  if (loaded.way === 'references') return { ...part, output: { type: 'content', value: tools.map(referenceTo) } }
  const additionalTools = tools.map((tool) => {
    const { description, schema } = definitionForModel(tool, loaded)
    // As in the list of tools: a server's schema is seldom one of those that OpenAI can hold a model to.
    return { type: 'function', name: tool.name, description, parameters: schema, strict: false }
  })
  return { ...part, providerOptions: { openai: { additionalTools } } }
}

function referenceTo({ name }: OfferedTool) {
  return { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference', toolName: name } } } as const
}

/** Pure: by their names, what keeps tools out of the list with which a request begins. */
export function optionsOfLoaded({ way, bySearch }: LoadedTools): ReadonlyMap<string, ProviderOptions> {
  const options: ProviderOptions = way === 'references' ? { anthropic: { deferLoading: true } } : { openai: { omitFromRequestTools: true } }
  return new Map([...bySearch.values()].flat().map(({ name }) => [name, options]))
}

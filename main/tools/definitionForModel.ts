import type { JsonObject } from '../../shared/lib/json'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { truncateBytes } from '../lib/truncateBytes'
import { defuseRemarks } from './remarkText'
import type { SchemaRules } from './schema/schemaRules'
import { schemaForModel } from './schemaForModel'
import type { OfferedTool } from './toolsForModel'

/** How much of a tool a model is told, and in which form its endpoint takes that. */
export interface DefinitionOptions {
  /** So much of the description. */
  readonly descriptionBytes: number
  readonly rules: SchemaRules
}

/** Pure: what a model is told of a tool beside its name. A call is checked against the server's own schema. */
export function definitionForModel(
  { tool }: OfferedTool,
  { descriptionBytes, rules }: DefinitionOptions,
): { readonly description: string; readonly schema: JsonObject } {
  const description = truncateBytes(defuseRemarks(replaceUnsafe(tool.description ?? tool.title ?? tool.name)), descriptionBytes)
  const { schema, combined } = schemaForModel(tool.inputSchema, rules) ?? { schema: { type: 'object' } }
  // A schema has its say in the description of its tool, since not every provider shows a model the description of a schema.
  return {
    description: combined === undefined ? description : `${description}\n\nThe arguments as a whole have to fit ${combined}`,
    schema,
  }
}

import type { JsonObject } from '../../shared/lib/json'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { truncateBytes } from '../lib/truncateBytes'
import { defuseRemarks } from './remarkText'
import { schemaForModel } from './schemaForModel'
import type { OfferedTool } from './toolsForModel'

/**
 * Pure: what a model is told of a tool beside its name. Providers accept the server's schema as it is; a call is checked against the
 * server's own.
 * @param descriptionBytes so much of the description
 */
export function definitionForModel(
  { tool }: OfferedTool,
  descriptionBytes: number,
): { readonly description: string; readonly schema: JsonObject } {
  return {
    description: truncateBytes(defuseRemarks(replaceUnsafe(tool.description ?? tool.title ?? tool.name)), descriptionBytes),
    schema: schemaForModel(tool.inputSchema),
  }
}

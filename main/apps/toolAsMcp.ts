import type { Tool } from '../../shared/domain/catalog'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'

/** Pure: a tool in the form in which MCP lists it, for its interface. */
export function toolAsMcp({ hash: _hash, appOnly, modelOnly, ui, taskSupport, ...tool }: Tool): JsonObject {
  const visibility = appOnly ? ['app'] : modelOnly ? ['model'] : ['model', 'app']
  const listed: unknown = {
    ...tool,
    ...(taskSupport && { execution: { taskSupport } }),
    ...(ui && { _meta: { ui: { ...ui, visibility } } }),
  }
  return isParsedObject(listed) ? listed : { name: tool.name, inputSchema: tool.inputSchema }
}

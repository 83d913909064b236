import type { Tool } from '../../shared/domain/catalog'
import { isParsedObject, isRecord, type JsonObject } from '../../shared/lib/json'

/** Pure: a tool in the form in which MCP lists it, for its interface. */
export function toolAsMcp({ hash: _hash, appOnly, modelOnly, ui, taskSupport, inputSchema, outputSchema, ...tool }: Tool): JsonObject {
  const visibility = appOnly ? ['app'] : modelOnly ? ['model'] : ['model', 'app']
  const listed: unknown = {
    ...tool,
    inputSchema: strict(inputSchema),
    ...(outputSchema && isStrict(outputSchema) && { outputSchema }),
    ...(taskSupport && { execution: { taskSupport } }),
    ...(ui && { _meta: { ui: { ...ui, visibility } } }),
  }
  return isParsedObject(listed) ? listed : { name: tool.name, inputSchema: { type: 'object' } }
}

/**
 * Servers leave out the type of a schema, or write lists where objects belong. The library that apps are made with refuses such a tool, and with
 * it the answer to `ui/initialize` that it is in: the app would show nothing, and say nothing.
 */
function strict({ properties, required, ...schema }: JsonObject): JsonObject {
  return {
    ...schema,
    type: 'object',
    ...(isRecord(properties) && { properties }),
    ...(Array.isArray(required) && required.every((name) => typeof name === 'string') && { required }),
  }
}

function isStrict({ $schema }: JsonObject): boolean {
  return $schema === undefined || typeof $schema === 'string'
}

import type { Tool } from '../../shared/domain/catalog'
import { isParsedObject, isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'

/** Pure: a tool in the form in which MCP lists it, for its interface. */
export function toolAsMcp({ hash: _hash, appOnly, modelOnly, ui, taskSupport, inputSchema, outputSchema, ...tool }: Tool): JsonObject {
  const visibility = [...(appOnly ? [] : ['model']), ...(modelOnly ? [] : ['app'])]
  const listed: unknown = {
    ...tool,
    inputSchema: strict(inputSchema),
    ...(outputSchema && isTaken(outputSchema) && { outputSchema: strict(outputSchema) }),
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
    ...(isRecord(properties) && { properties: Object.fromEntries(Object.entries(properties).flatMap(asObject)) }),
    ...(Array.isArray(required) && required.every((name) => typeof name === 'string') && { required }),
  }
}

/** Older libraries take no schema but an object. */
function asObject([name, schema]: readonly [string, JsonValue]): readonly (readonly [string, JsonObject])[] {
  if (typeof schema === 'boolean') return [[name, schema ? {} : { not: {} }]]
  return isRecord(schema) ? [[name, schema]] : []
}

function isTaken({ $schema, type }: JsonObject): boolean {
  return ($schema === undefined || typeof $schema === 'string') && type === 'object'
}

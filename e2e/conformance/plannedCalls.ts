import type { Tool } from '../../shared/domain/catalog'
import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'

export interface PlannedCall {
  readonly tool: string
  readonly arguments: JsonObject
}

export interface Task {
  readonly scenario: string
  /** Calls that the suite prescribes. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[] | undefined
}

/** Scenarios whose server lists tools but answers no calls. */
const onlyLists = new Set(['json-schema-ref-no-deref'])

/** The suite wants to see this tool's schema exactly as it arrived. The tool `echo` receives the schema. */
const observed = 'json_schema_2020_12_tool'
const echo = 'json_schema_echo'

/** Pure: returns the calls to make in a scenario: those that the suite prescribes, otherwise one call of every tool. */
export function plannedCalls({ scenario, toolCalls }: Task, tools: readonly Tool[]): readonly PlannedCall[] {
  if (toolCalls) return toolCalls.map(({ name, arguments: args }) => ({ tool: name, arguments: args }))
  if (onlyLists.has(scenario)) return []
  const schema = tools.find(({ name }) => name === observed)?.inputSchema
  if (schema) return [{ tool: echo, arguments: { schema } }]
  return tools.map(({ name, inputSchema }) => ({ tool: name, arguments: exampleArguments(inputSchema) }))
}

function exampleArguments({ properties }: JsonObject): JsonObject {
  if (!isRecord(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, exampleOf(schema)]))
}

function exampleOf(schema: JsonValue): JsonValue {
  switch (isRecord(schema) ? schema['type'] : undefined) {
    case 'number':
    case 'integer':
      return 5
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'example'
  }
}

import { createHash } from 'node:crypto'
import { isAppTool } from '../../shared/domain/apps/appTool'
import { isOwnTool } from '../../shared/domain/ownTool'
import type { Tool, ToolAnnotations } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { canonicalJson, isParsedObject, isRecord, type JsonObject } from '../../shared/lib/json'
import { countUnsafe } from '../../shared/lib/unsafeCharacters'
import { isWithinDepth } from '../lib/jsonDepth'
import { headerFault } from './parameterHeaders'
import { parseTitleAndDescription } from './parseTitleAndDescription'
import { parseIcons } from './parseIcons'
import { parseToolUi } from './parseToolUi'
import { shortText, text } from './shortText'
import type { Message } from '../../shared/i18n/message'

/** A tool, or why it cannot be used. */
export type ParsedTool =
  { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly name: string; readonly reason: Message }

/** Reads one entry of a tool list. Names stay unchanged. The screen marks letters that look like others. */
export function parseTool(raw: unknown, limits: Limits, checkHeaders: boolean): ParsedTool {
  const name = isRecord(raw) && typeof raw['name'] === 'string' ? raw['name'] : ''
  const refuse = (reason: Message): ParsedTool => ({ ok: false, name: name.slice(0, 200), reason })
  if (!isRecord(raw)) return refuse({ id: 'errors.parsing.notAnObject' })
  if (name === '') return refuse({ id: 'errors.parsing.noName' })
  if (name.length > 1_000) return refuse({ id: 'errors.parsing.longName' })
  if (countUnsafe(name) > 0) return refuse({ id: 'errors.parsing.hiddenName' })
  if (isAppTool(name) || isOwnTool(name)) return refuse({ id: 'errors.parsing.reservedName' })
  const { inputSchema, outputSchema } = raw
  if (!isSchema(inputSchema)) return refuse({ id: 'errors.parsing.noInputSchema' })
  if (outputSchema !== undefined && !isRecord(outputSchema)) return refuse({ id: 'errors.parsing.badOutputSchema' })
  for (const schema of [inputSchema, outputSchema ?? {}]) {
    if (!isWithinDepth(schema, limits.schemaDepth)) return refuse({ id: 'errors.parsing.deepSchema', params: { most: limits.schemaDepth } })
    if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes) return refuse({ id: 'errors.parsing.largeSchema' })
  }
  const fault = checkHeaders ? headerFault(inputSchema) : undefined
  if (fault) return refuse(fault)
  const annotations = readAnnotations(raw['annotations'], (value) => shortText(value, limits.titleBytes))
  const taskSupport = readTaskSupport(raw['execution'])
  const icons = parseIcons(raw['icons'])
  const { appOnly = false, ...ui } = parseToolUi(raw)
  return {
    ok: true,
    tool: {
      name,
      inputSchema,
      hash: definitionHash(raw, appOnly),
      ...parseTitleAndDescription(raw, limits),
      ...(appOnly && { appOnly: true as const }),
      ...ui,
      ...(isParsedObject(outputSchema) && { outputSchema }),
      ...(annotations && { annotations }),
      ...(taskSupport && { taskSupport }),
      ...(icons && { icons }),
    },
  }
}

/** Whether a 2025 server runs the tool as a task. Any other value means never (2025-11-25, tasks). */
function readTaskSupport(execution: unknown): Tool['taskSupport'] {
  const said = isRecord(execution) ? execution['taskSupport'] : undefined
  return said === 'optional' || said === 'required' ? said : undefined
}

/** Hashes the fields that a person or a model relies on, in any order. A change of one of them makes a different tool. */
function definitionHash(
  { name, title, description, inputSchema, outputSchema, annotations }: Readonly<Record<string, unknown>>,
  appOnly: boolean,
): string {
  const relied = {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: isRecord(annotations) ? readAnnotations(annotations, text) : undefined,
    // A tool that comes to the model later is another tool. Its interface is not part of it: a server names that only to hosts that show it.
    ...(appOnly && { appOnly }),
  }
  return createHash('sha256').update(canonicalJson(relied)).digest('hex')
}

function readAnnotations(raw: unknown, titleOf: (value: unknown) => string | undefined): ToolAnnotations | undefined {
  if (!isRecord(raw)) return undefined
  const title = titleOf(raw['title'])
  const hint = (key: string): Record<string, boolean> => (typeof raw[key] === 'boolean' ? { [key]: raw[key] } : {})
  return {
    ...(title !== undefined && { title }),
    ...hint('readOnlyHint'),
    ...hint('destructiveHint'),
    ...hint('idempotentHint'),
    ...hint('openWorldHint'),
  }
}

/** Whether this can be the schema of an arguments object. A schema may leave out its type. */
function isSchema(value: unknown): value is JsonObject {
  return isParsedObject(value) && (value['type'] === 'object' || value['type'] === undefined)
}

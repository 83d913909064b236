import { isRecord, type JsonObject, type JsonValue } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'

const KEY = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES = new Set<unknown>(['string', 'integer', 'boolean'])

const misplaced: Message = { id: 'errors.parsing.headerMisplaced' }

interface Declared {
  readonly path: readonly string[]
  readonly header: string
}

interface Scan {
  readonly declared: readonly Declared[]
  readonly fault?: Message
}

/** Returns why a tool's `x-mcp-header` marks are invalid. Such a tool must not be used over HTTP (2026-07-28, Streamable HTTP). */
export function headerFault(inputSchema: Readonly<Record<string, unknown>>): Message | undefined {
  return scan(inputSchema).fault
}

/** Returns the `Mcp-Param-…` headers that repeat the marked arguments of a call, for servers that route by them. */
export function parameterHeaders(inputSchema: JsonObject, args: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    scan(inputSchema).declared.flatMap(({ path, header }) => {
      const value = plainText(path.reduce<JsonValue | undefined>((node, key) => (isRecord(node) ? node[key] : undefined), args))
      return value === undefined ? [] : [[`Mcp-Param-${header}`, headerValue(value)]]
    }),
  )
}

function scan(schema: Readonly<Record<string, unknown>>): Scan {
  const declared: Declared[] = []
  const names = new Set<string>()
  const visit = (node: unknown, path: readonly string[], reachable: boolean): Message | undefined => {
    if (Array.isArray(node)) return firstOf(node, (item) => visit(item, path, false))
    if (!isRecord(node)) return undefined
    if (KEY in node) {
      const fault = reachable && path.length > 0 ? markFault(node, names) : misplaced
      if (fault) return fault
      declared.push({ path, header: String(node[KEY]) })
    }
    return firstOf(Object.entries(node), ([key, child]) =>
      key === 'properties' && isRecord(child)
        ? firstOf(Object.entries(child), ([name, property]) => visit(property, [...path, name], reachable))
        : isData(key)
          ? undefined
          : visit(child, path, false),
    )
  }
  const fault = visit(schema, [], true)
  return fault === undefined ? { declared } : { declared: [], fault }
}

function markFault(node: Readonly<Record<string, unknown>>, names: Set<string>): Message | undefined {
  const header = node[KEY]
  if (typeof header !== 'string' || !TOKEN.test(header)) return { id: 'errors.parsing.headerName' }
  if (!TYPES.has(node['type'])) return { id: 'errors.parsing.headerType' }
  if (names.has(header.toLowerCase())) return { id: 'errors.parsing.headerTwice', params: { header } }
  names.add(header.toLowerCase())
  return undefined
}

/** Whether the value of this schema keyword is data and not a schema. */
function isData(key: string): boolean {
  return key === 'default' || key === 'const' || key === 'enum' || key === 'examples'
}

function firstOf<T>(items: readonly T[], faultOf: (item: T) => Message | undefined): Message | undefined {
  for (const item of items) {
    const found = faultOf(item)
    if (found !== undefined) return found
  }
  return undefined
}

function plainText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined
}

/** Sends plain ASCII without outer spaces unchanged. Encodes everything else as base64, also text that already looks encoded. */
function headerValue(value: string): string {
  const safe =
    value !== '' && value === value.trim() && /^[\t\x20-\x7e]*$/.test(value) && !(value.startsWith('=?base64?') && value.endsWith('?='))
  return safe ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}

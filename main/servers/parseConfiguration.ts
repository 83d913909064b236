import type { Node } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { isAlias, isCollection, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Message } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import { lineAndColumn, parseJson } from '../storage/parseJson'

/** A configuration as a tree of JSON, or why it cannot be read, with its place. */
export type Configuration = { readonly node: Node } | { readonly fault: Message }

/** A table of TOML, such as Codex writes. */
const TOML = /^[ \t]*\[{1,2}[\w."' -]{1,200}\]{1,2}[ \t]*(?:#.*)?$/m
/** A list or an object of YAML under its name. */
const YAML = /^[ \t]*[\w-]{1,100}:[ \t]*(?:#.*)?$/m
/** YAML takes about 4 ms of the main thread for each KB. A configuration is much smaller. */
const CHARACTERS = 32 * 1024

/**
 * Pure: reads JSON with comments, also without its outer braces as READMEs show it, and TOML and YAML. A name that is there twice in one
 * object is a fault in TOML and YAML; in JSON the caller looks for it.
 */
export function parseConfiguration(text: string): Configuration {
  const whole = parseJson(text)
  if (whole.ok) return whole.tree ? { node: whole.tree } : { fault: { id: 'servers.import.empty' } }
  const wrapped = parseJson(`{${text}\n}`)
  if (wrapped.ok && wrapped.tree) return { node: wrapped.tree }
  if (!/^\s*[{[]\s*["{}\]/]/.test(text.slice(0, 1_000))) {
    const read = TOML.test(text) ? readToml : YAML.test(text) ? readYaml : undefined
    if (read) return text.length > CHARACTERS ? { fault: { id: 'servers.import.textTooLarge' } } : read(text)
  }
  const { line, column } = lineAndColumn(text, whole.fault.offset)
  return unreadable({ line, column }, whole.fault.message)
}

function readToml(text: string): Configuration {
  try {
    return asNode(parseToml(text))
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown
    return unreadable(thrown, { id: 'servers.import.notToml' })
  }
}

/**
 * The library compares each name with all others, so names are compared here. YAML can also name a part and use it again, which makes a small
 * text as large as it likes. No configuration needs that, so it is refused.
 */
function readYaml(text: string): Configuration {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', prettyErrors: false, uniqueKeys: false })
  const [error] = document.errors
  const first = error ? { offset: error.pos[0], id: 'servers.import.notYaml' as const } : yamlFault(document.contents)
  if (first) {
    const { line, col: column } = lines.linePos(first.offset)
    return unreadable({ line, column }, { id: first.id })
  }
  return asNode(document.toJS({ maxAliasCount: 0 }))
}

interface YamlFault {
  readonly offset: number
  readonly id: 'servers.import.nameTwice' | 'servers.import.yamlAlias'
}

/** The first part that is used again, or the first name that is twice in one object. */
function yamlFault(node: unknown): YamlFault | undefined {
  if (isAlias(node)) return { offset: node.range?.[0] ?? 0, id: 'servers.import.yamlAlias' }
  if (isPair(node)) return yamlFault(node.key) ?? yamlFault(node.value)
  if (!isCollection(node)) return undefined
  const names = new Set<string>()
  for (const item of node.items) {
    const key = isPair(item) && isScalar(item.key) ? item.key : undefined
    const name = String(key?.value)
    if (key && names.has(name)) return { offset: key.range?.[0] ?? 0, id: 'servers.import.nameTwice' }
    if (key) names.add(name)
    const inside = yamlFault(item)
    if (inside) return inside
  }
  return undefined
}

/** The rest of the import reads one kind of tree. Dates become texts, and what JSON cannot say becomes null. */
function asNode(value: unknown): Configuration {
  const tree = isRecord(value) ? parseJson(JSON.stringify(value, plain)) : undefined
  return tree?.ok && tree.tree ? { node: tree.tree } : { fault: { id: 'servers.import.nothing' } }
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function unreadable({ line, column }: { readonly line: number; readonly column: number }, fault: Message): Configuration {
  return { fault: { id: 'servers.import.unreadable', params: { line: String(line), column: String(column), fault } } }
}

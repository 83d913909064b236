import type { DialogReason } from '../../shared/domain/question'
import type { Tool } from '../../shared/domain/catalog'
import { isSensitiveWord } from '../../shared/rules/sensitiveArguments'
import { looksRisky } from '../../shared/rules/looksRisky'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import { splitUnsafe } from '../../shared/lib/unsafeCharacters'
import { wordsInName } from '../../shared/lib/wordsInName'
import { secretArguments } from '../../shared/secrets/secretArguments'
import { normalizeText } from '../../shared/lib/limitCombiningMarks'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words in the name of an argument that say that it is run, or says where something lies, goes, or to whom. */
const telling = words(
  'command commands shell exec execute run script scripts code program binary executable argv sql statement statements expression eval ' +
    'path paths file files dir dirs directory directories folder folders cwd root glob url urls uri uris href link links host hosts hostname ' +
    'domain domains endpoint endpoints server ip address addresses port proxy webhook callback redirect recipient recipients to cc bcc email ' +
    'emails mail phone phones tel telephone mobile sms fax contact contacts attendee attendees invitee invitees participants guests members ' +
    'addressee iban bic account website addr ipaddr bash sh zsh powershell pwsh terminal python javascript ruby perl cypher graphql jql kql soql ' +
    'sparql gremlin promql logql xpath jsonpath jq',
)
/** Names that a rule never leaves open, but that in a call that only reads mostly say of what. Queries are looked at for themselves. */
const saysOfWhat = words(
  'query filter selector limit quantity mode repo repository branch ref database table channel bucket source target role user scope template dry ' +
    'confirm confirmed yes recursive',
)
/** The same where a name is written in one word: `filename`, `callbackurl`, `sqlquery`. */
const tellingEnds = ['url', 'uri', 'sql', 'cmd', 'path', 'email', 'command', 'script', 'folder', 'directory', 'filename', 'host', 'phone']
/** Names of arguments that hold plain words to search for, or a language that can do anything. Their values and what is said of them tell which. */
const queries = words('query queries q search filter filters where condition criteria selector pipeline aggregate aggregation')
/** Where these are spoken of, a query is no plain search. */
const queryLanguages = words(
  'sql mysql mariadb postgres postgresql sqlite duckdb bigquery snowflake redshift clickhouse oracle mssql database databases db mongo mongodb ' +
    'cypher neo4j graphql sparql kql kusto promql logql splunk spl jql soql cql gremlin redis elasticsearch opensearch xpath jsonpath jq',
)
/** The first words of what a program could carry out. */
const statements = words(
  'select insert update delete drop alter create truncate replace merge upsert with exec execute call grant revoke explain pragma attach copy ' +
    'begin declare mutation subscription match detach remove set use db function return import require eval unwind foreach load rename vacuum kill ' +
    'flushall flushdb shutdown optimize do handler lock unlock start commit rollback savepoint',
)
const statementPairs = [
  ['select', 'from'],
  ['insert', 'into'],
  ['update', 'set'],
  ['delete', 'from'],
  ['drop', 'table'],
  ['alter', 'table'],
  ['create', 'table'],
  ['truncate', 'table'],
  ['match', 'return'],
] as const
/** A value of a word or two that begins like this chooses what is done, as in `action: "delete"`. In a search it is only a word. */
const changes = words(
  'create update write set add insert post put edit patch modify move rename upload import install save store append replace assign close cancel ' +
    'enable disable start stop restart delete remove drop destroy wipe erase purge truncate overwrite reset kill revoke grant invite share send ' +
    'reply forward notify publish deploy release merge approve reject execute exec run pay transfer charge refund buy submit',
)
const addressFormats = words(
  'uri uri-reference iri iri-reference uri-template url email idn-email hostname idn-hostname ipv4 ipv6 path file directory phone',
)

/** In values of a schema or of arguments, at any depth. */
const MOST_VALUES = 1000
const DEEPEST = 16
/** In UTF-16 units. */
const LONGEST_NAME = 100
const MOST_SPOKEN = 20_000

/** What fits on a card whole in any window: UTF-16 units of JSON, values at any depth, and lines. */
const MOST_UNITS = 800
const MOST_ON_CARD = 15

export interface AskedCall {
  /** The name that the user gave the server. */
  readonly serverId: string
  readonly tool: Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'>
  readonly arguments: JsonObject
}

/**
 * Pure: all that in the names and values of a call's arguments speaks against asking about it in the conversation. Where it cannot look at all of them,
 * that alone. It looks at every name that the schema gives and that the call has, used or not. What it does not understand whole is a sign. This is a guess, on
 * the side of the dialog.
 */
export function argumentSigns({ serverId, tool, arguments: args }: AskedCall): readonly DialogReason[] {
  const schema = lookInto(tool.inputSchema, { isSchema: true })
  const call = lookInto(args, { isSchema: false })
  if (!schema || !call) return ['notUnderstood']
  if (call.values > MOST_ON_CARD + 1 || call.lines > MOST_ON_CARD || JSON.stringify(args).length > MOST_UNITS) return ['tooLong']
  const names = [...new Set([...schema.names, ...call.names])]
  if (![tool.name, ...names].every(isUnderstood) || call.texts.some(({ text }) => hidesSomething(text))) return ['notUnderstood']
  const isLanguage = (): boolean => speaksOfLanguage([serverId, tool.name, tool.title ?? '', tool.description ?? '', ...schema.spoken])
  const found: readonly (readonly [DialogReason, boolean])[] = [
    ['looksRisky', names.some((name) => looksRisky(name, {}))],
    ['argumentName', schema.hasAddress || names.some(isTelling) || (names.some(isQuery) && isLanguage())],
    ['argumentValue', call.texts.some(({ name, text }) => isTellingValue(text, isQuery(name)))],
    ['secret', secretArguments(args).length > 0],
  ]
  return found.flatMap(([sign, isThere]) => (isThere ? [sign] : []))
}

interface Found {
  readonly names: readonly string[]
  readonly values: number
  readonly lines: number
  /** Of arguments: each text under the name that it has, or that is nearest above it. */
  readonly texts: readonly { readonly name: string; readonly text: string }[]
  /** Of a schema: its titles and descriptions. */
  readonly spoken: readonly string[]
  /** Of a schema: it has a format for an address, or for whom or where something is. */
  readonly hasAddress: boolean
}

/** Looks at everything in a schema or in arguments, in time linear in their size. Undefined where it cannot look at everything, or not understand it. */
function lookInto(whole: JsonObject, { isSchema }: { readonly isSchema: boolean }): Found | undefined {
  const names: string[] = []
  const texts: { name: string; text: string }[] = []
  const spoken: string[] = []
  let [values, lines, hasAddress, units] = [0, 0, false, 0]
  const open: { readonly name: string; readonly value: unknown; readonly depth: number }[] = [{ name: '', value: whole, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name, value, depth } = next
    if (++values > MOST_VALUES || depth > DEEPEST) return undefined
    if (typeof value === 'string') {
      lines += value.split('\n', MOST_ON_CARD + 1).length
      texts.push({ name, text: value })
      if (!isSchema) continue
      if (/^\$(?:dynamic|recursive)?ref$/i.test(name) && !value.startsWith('#')) return undefined
      if (name === 'format' && addressFormats.has(value.toLowerCase())) hasAddress = true
      if (name !== 'title' && name !== 'description') continue
      units += value.length
      if (units > MOST_SPOKEN) return undefined
      spoken.push(value)
    } else if (Array.isArray(value)) {
      if (value.length > MOST_VALUES) return undefined
      if (isSchema && name === 'required') names.push(...value.filter((one) => typeof one === 'string'))
      for (const one of value) open.push({ name, value: one, depth: depth + 1 })
    } else if (isRecord(value)) {
      // Their names are told by a pattern.
      if (isSchema && (Object.hasOwn(value, 'patternProperties') || Object.hasOwn(value, 'propertyNames'))) return undefined
      const keys = Object.keys(value)
      if (keys.length > MOST_VALUES) return undefined
      if (!isSchema || name === 'properties') names.push(...keys)
      for (const key of keys) open.push({ name: key, value: value[key], depth: depth + 1 })
    } else lines++
  }
  return { names, values, lines, texts, spoken, hasAddress }
}

/** Other letters may make the same words, and Parley knows only some. */
function isUnderstood(name: string): boolean {
  return name.length <= LONGEST_NAME && /^[\x20-\x7E]*$/.test(name)
}

function hidesSomething(text: string): boolean {
  return splitUnsafe(text).some(({ kind }) => kind === 'character')
}

function isTelling(name: string): boolean {
  return wordsInName(name).some((word) => {
    const plain = word.replaceAll(/\d/g, '')
    if (saysOfWhat.has(plain)) return false
    return telling.has(plain) || isSensitiveWord(plain) || tellingEnds.some((end) => plain.startsWith(end) || plain.endsWith(end))
  })
}

function isQuery(name: string): boolean {
  return wordsInName(name).some((word) => queries.has(word) || word.endsWith('query'))
}

function speaksOfLanguage(said: readonly string[]): boolean {
  return said.some((text) =>
    text
      .slice(0, MOST_SPOKEN)
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .some((word) => queryLanguages.has(word)),
  )
}

function isTellingValue(text: string, inQuery: boolean): boolean {
  // Programs take the wide forms of letters and signs for the plain ones, and an ideographic full stop for a dot (UTS 46, IDNA).
  const trimmed = normalizeText(text, 'NFKC').replaceAll('\u3002', '.').trim()
  return (
    isAddress(trimmed) ||
    /^[/~\\{<[]|^\.{1,2}[/\\]|^[a-z]:[/\\]|\.\.[/\\]/i.test(trimmed) ||
    // What a shell would carry out.
    /`|\$[({]|&&|\||;|>>/.test(trimmed) ||
    (!inQuery && /[<>]/.test(trimmed)) ||
    trimmed.split(/\s+/).some(isPlace) ||
    isStatement(trimmed, inQuery)
  )
}

function isAddress(text: string): boolean {
  return /:\/\/|@|^www\.|^(?:mailto|data|javascript|vbscript|file|tel|sms|blob|about):|^\+\d/i.test(text)
}

/** A path, or a host with or without what lies there: `/etc/passwd`, `.ssh/id_rsa`, `src/secrets.env`, `hooks.example/collect`, `10.0.0.5:8080`. */
function isPlace(word: string): boolean {
  return /^(?:[/~\\]|\.[\w/\\])./.test(word) || /^localhost(?:[:/]|$)/i.test(word) || word.split(/[/\\:?#]/).some(isHost)
}

function isHost(text: string): boolean {
  const labels = text
    .replace(/^["'(]/, '')
    .replace(/[.,!?)"']{1,3}$/, '')
    .split('.')
  if (labels.length < 2 || !labels.every((label) => /^[\w-]+$/.test(label))) return false
  return /^[a-z]{2,}$/i.test(labels.at(-1) ?? '') || (labels.length === 4 && labels.every((label) => /^\d+$/.test(label)))
}

function isStatement(text: string, inQuery: boolean): boolean {
  const all = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  const [first] = all
  if (first === undefined) return false
  if (inQuery && statements.has(first)) return true
  if (!inQuery && all.length <= 2 && changes.has(first)) return true
  // One word of several: `deleteUser`, `delete_all_users`.
  if (!inQuery && !/\s/.test(text.trim()) && changes.has(wordsInName(text.trim().slice(0, LONGEST_NAME))[0] ?? '')) return true
  const has = new Set(all)
  return statementPairs.some((pair) => pair.every((word) => has.has(word)))
}

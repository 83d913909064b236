import { isRecord } from '../../shared/lib/json'

// What is forgiven of a server's messages, in one place and before the SDK's schemas see them. The table is in docs/protocol.md. Pure.

type Raw = Readonly<Record<string, unknown>>

/** Members for which null says something: any JSON as structured content or as the data of a log message, and a task without an end. */
const MEANT_NULLS: ReadonlySet<string> = new Set(['structuredContent', 'data', 'ttl', 'ttlMs'])
/** No person can answer more questions of one result. More is a fault or an attack. */
export const INPUT_REQUESTS_AT_ONCE = 50
const PROGRESS_TOKEN = 'progressToken'
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

/** What the request of a server says besides the members that every message has. */
const params: Readonly<Record<string, (raw: Raw) => Raw>> = {
  'sampling/createMessage': (raw) => ({
    ...raw,
    ...inside(raw, 'modelPreferences', (preferences) => ({ ...preferences, ...eachOf(preferences, 'hints', withoutNulls) })),
    ...inside(raw, 'toolChoice', withoutNulls),
    ...eachOf(raw, 'tools', withoutNulls),
  }),
  'elicitation/create': (raw) => ({
    ...raw,
    ...inside(raw, 'requestedSchema', (schema) => ({
      ...schema,
      ...inside(schema, 'properties', (fields) => mapped(fields, withoutNulls)),
    })),
  }),
}

/** The answers that say more than their members. */
const results: Readonly<Record<string, (raw: Raw) => Raw>> = {
  initialize: (raw) => ({
    ...greeting(raw),
    ...('protocolVersion' in raw && { protocolVersion: word(raw['protocolVersion']) ?? raw['protocolVersion'] }),
    serverInfo: implementation(raw['serverInfo']),
  }),
  'server/discover': greeting,
  'tools/list': (raw) => page(raw, 'tools'),
  'prompts/list': (raw) => page(raw, 'prompts'),
  'resources/list': (raw) => page(raw, 'resources'),
  'resources/templates/list': (raw) => page(raw, 'resourceTemplates'),
  'tools/call': toolResult,
  'tasks/result': toolResult,
  'prompts/get': (raw) => ({ ...raw, ...eachOf(raw, 'messages', (message) => ({ ...message, ...blocksOf(message, 'content') })) }),
  'resources/read': (raw) => ({ ...raw, ...(isRecord(raw['contents']) && { contents: [raw['contents']] }) }),
  'skills/list': (raw) => page(raw, 'skills'),
}

/** Pure: the parameters of a server's request or notification. A member that is null is absent. */
export function normalizeParams(method: string, raw: Raw): Raw {
  const plain = members(raw)
  return Object.hasOwn(params, method) ? (params[method]?.(plain) ?? plain) : plain
}

/** Pure: a result of any method. A member that is null is absent, and so are members of `_meta` that the SDK would refuse. */
export function normalizeMembers(raw: Raw): Raw {
  return members(raw)
}

/** Pure: the result of this method, after `normalizeMembers`. */
export function normalizeResult(method: string, raw: Raw): Raw {
  const requests = raw['inputRequests']
  const asked = isRecord(requests) ? { ...raw, inputRequests: mapped(withinLimit(requests), inputRequest) } : raw
  return Object.hasOwn(results, method) ? (results[method]?.(asked) ?? asked) : asked
}

/** One more than the limit tells that there are too many. The rest is not looked at: the SDK's schemas take their time for each. */
function withinLimit(requests: Raw): Raw {
  const names = Object.keys(requests)
  if (names.length <= INPUT_REQUESTS_AT_ONCE) return requests
  return Object.fromEntries(names.slice(0, INPUT_REQUESTS_AT_ONCE + 1).map((name) => [name, requests[name]]))
}

/** A question inside a result (2026 era) is a request like any other. */
function inputRequest(raw: Raw): Raw {
  const { method, params: asked } = raw
  return typeof method === 'string' && isRecord(asked) ? { ...raw, params: normalizeParams(method, asked) } : raw
}

function members(raw: Raw): Raw {
  const plain = withoutNulls(raw)
  if (!('_meta' in plain)) return plain
  const { _meta: said, ...rest } = plain
  const meta = isRecord(said) ? knownMeta(said) : undefined
  return meta === said ? plain : { ...rest, ...(meta && { _meta: meta }) }
}

/** `_meta` without its two specified members where they have another shape. All else in it is a server's own. */
function knownMeta(meta: Raw): Raw {
  const token = meta[PROGRESS_TOKEN]
  const task = meta[RELATED_TASK]
  const isTokenFine = token === undefined || typeof token === 'string' || Number.isSafeInteger(token)
  const isTaskFine = task === undefined || (isRecord(task) && typeof task['taskId'] === 'string')
  if (isTokenFine && isTaskFine) return meta
  const { [PROGRESS_TOKEN]: _token, [RELATED_TASK]: _task, ...rest } = meta
  return {
    ...rest,
    ...(isTokenFine && token !== undefined && { [PROGRESS_TOKEN]: token }),
    ...(isTaskFine && task !== undefined && { [RELATED_TASK]: task }),
  }
}

function page(raw: Raw, name: string): Raw {
  return { ...raw, ...eachOf(raw, name, withoutNulls) }
}

function toolResult(raw: Raw): Raw {
  return { ...raw, ...blocksOf(raw, 'content'), ...(raw['isError'] === 'true' && { isError: true }) }
}

/** Content is a list of blocks. One block, or its text, says the same as a list with it. */
function blocksOf(raw: Raw, name: string): Raw {
  const content = raw[name]
  const blocks: readonly unknown[] | undefined = Array.isArray(content)
    ? content
    : isRecord(content) || typeof content === 'string'
      ? [content]
      : undefined
  return blocks
    ? {
        [name]: blocks.map((block) =>
          typeof block === 'string' ? { type: 'text', text: block } : isRecord(block) ? textBlock(block) : block,
        ),
      }
    : {}
}

/** A text that is null is empty, and a number in the place of a text is that number. */
function textBlock(block: Raw): Raw {
  const { type, text } = block
  return type === 'text' && typeof text !== 'string' && 'text' in block
    ? { ...block, text: text === null ? '' : (word(text) ?? text) }
    : block
}

/** What a server says of itself when it is greeted. Whatever is odd in it is left out: it is shown, and decides which lists are read. */
function greeting(raw: Raw): Raw {
  const { instructions, capabilities, ...rest } = raw
  return {
    ...rest,
    capabilities: serverCapabilities(isRecord(capabilities) ? capabilities : {}),
    ...(typeof instructions === 'string' && { instructions }),
  }
}

function serverCapabilities(raw: Raw): Raw {
  const { tools, prompts, resources, tasks, experimental, extensions, ...rest } = raw
  return {
    ...declared(rest),
    ...declaredFlags({ tools, prompts, resources }),
    ...(isOffered(tasks) && { tasks: taskCapability(tasks) }),
    ...(isRecord(experimental) && { experimental: declared(experimental) }),
    ...(isRecord(extensions) && { extensions: declared(extensions) }),
  }
}

function isOffered(value: unknown): boolean {
  return Boolean(value)
}

/** A capability is an object. `true` says the same as `{}`, and so does the empty list that some languages write for it. */
function declared(raw: Raw): Raw {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, value]) => (isOffered(value) ? [[name, isRecord(value) ? value : {}]] : [])),
  )
}

function declaredFlags(raw: Raw): Raw {
  return mapped(declared(raw), (flags) => Object.fromEntries(Object.entries(flags).filter(([, flag]) => typeof flag === 'boolean')))
}

/** How deep the declaration of tasks goes: requests, tools, call. */
function taskCapability(value: unknown, depth = 3): Raw {
  if (!isRecord(value)) return {}
  return depth === 0 ? value : mapped(declared(value), (inner) => taskCapability(inner, depth - 1))
}

function implementation(raw: unknown): Raw {
  if (!isRecord(raw)) return { name: '', version: '' }
  const texts = ['title', 'websiteUrl', 'description'].flatMap((name) => (typeof raw[name] === 'string' ? [[name, raw[name]]] : []))
  const { icons } = raw
  return {
    ...Object.fromEntries(texts),
    name: word(raw['name']) ?? '',
    version: word(raw['version']) ?? '',
    ...(Array.isArray(icons) && { icons: icons.flatMap((icon: unknown) => (isRecord(icon) ? knownIcon(icon) : [])) }),
  }
}

function knownIcon({ src, mimeType, sizes, theme }: Raw): readonly Raw[] {
  if (typeof src !== 'string') return []
  return [
    {
      src,
      ...(typeof mimeType === 'string' && { mimeType }),
      ...(Array.isArray(sizes) && { sizes: sizes.filter((size) => typeof size === 'string') }),
      ...((theme === 'light' || theme === 'dark') && { theme }),
    },
  ]
}

/** Text. A server may write a number in its place, such as a version `1.0`. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

function withoutNulls(raw: Raw): Raw {
  const isIdle = ([name, value]: readonly [string, unknown]): boolean => value === null && !MEANT_NULLS.has(name)
  const entries = Object.entries(raw)
  return entries.some(isIdle) ? Object.fromEntries(entries.filter((entry) => !isIdle(entry))) : raw
}

/** The member with this name, changed, if it is an object. */
function inside(raw: Raw, name: string, change: (value: Raw) => Raw): Raw {
  const value = raw[name]
  return isRecord(value) ? { [name]: change(withoutNulls(value)) } : {}
}

/** The list with this name, with each object in it changed. */
function eachOf(raw: Raw, name: string, change: (value: Raw) => Raw): Raw {
  const list = raw[name]
  return Array.isArray(list) ? { [name]: list.map((item: unknown) => (isRecord(item) ? change(item) : item)) } : {}
}

function mapped(raw: Raw, change: (value: Raw) => Raw): Raw {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, isRecord(value) ? change(value) : value]))
}

import { APP_STORAGE_CHARACTERS, APP_STORAGE_NAMES } from '../../../../../shared/confinedFrames/appStorage'
import type { StoredChange } from '../../../../../shared/domain/apps/app'
import type { JsonObject } from '../../../../../shared/lib/json'
import { isJsonRecord, own } from './jsonRpc'

/** The ways in which an app can be shown, as MCP Apps names them. */
export const displayModes = ['inline', 'fullscreen', 'pip'] as const
export type DisplayMode = (typeof displayModes)[number]

/** How large an app says that its content is, in CSS pixels. */
export interface AppSize {
  readonly width?: number
  readonly height?: number
}

/** A file that an app gives: its content, or the address of a resource of its server. */
export type AppFile =
  { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> } | { readonly name: string; readonly resourceUri: string }

/** What an app gives the model with the next message of the person. */
export interface AppContext {
  readonly text: string
}

/** What an app says of itself in `ui/initialize`. */
export interface AppGreeting {
  readonly protocolVersion: string
  /** The modes that it can be shown in. Undefined, as in most apps: it does not say. */
  readonly displayModes?: readonly DisplayMode[]
  /** It provides tools of its own (MCP Apps, draft). */
  readonly providesTools?: true
}

/** The most files in one request. */
const MOST_FILES = 20
/** The longest text that an app can put before a person, in UTF-16 code units. */
const MOST_TEXT = 100_000
const MOST_ADDRESS = 10_000
/** A long list of blocks has nothing in it that a person could read. */
const MOST_BLOCKS = 100

export function readGreeting(params: JsonObject): AppGreeting {
  const version = own(params, 'protocolVersion')
  const capabilities = own(params, 'appCapabilities')
  const modes = isJsonRecord(capabilities) ? own(capabilities, 'availableDisplayModes') : undefined
  return {
    protocolVersion: typeof version === 'string' ? version.slice(0, 100) : '',
    ...(Array.isArray(modes) && { displayModes: displayModes.filter((mode) => modes.includes(mode)) }),
    ...(isJsonRecord(capabilities) && isJsonRecord(own(capabilities, 'tools')) && { providesTools: true as const }),
  }
}

export function readSize(params: JsonObject): AppSize | undefined {
  const [width, height] = [pixels(own(params, 'width')), pixels(own(params, 'height'))]
  if (width === undefined && height === undefined) return undefined
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
}

function pixels(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

export function readMode(params: JsonObject): DisplayMode | undefined {
  const wanted = own(params, 'mode')
  return displayModes.find((mode) => mode === wanted)
}

/** An address of the web, as a browser writes it. Nothing else may be opened. */
export function readLink(params: JsonObject): string | undefined {
  const url = own(params, 'url')
  if (typeof url !== 'string' || url.length > MOST_ADDRESS || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : undefined
}

/** The text of `ui/message`: of one block, or of several. Undefined when there is none, or something else than text. */
export function readMessageText(params: JsonObject): string | undefined {
  const blocks = blocksOf(own(params, 'content'))
  const texts = blocks?.map(textOf)
  if (!texts || texts.length === 0 || texts.includes(undefined)) return undefined
  const text = texts.join('\n\n').trim()
  return text === '' || text.length > MOST_TEXT ? undefined : text
}

/** What `ui/update-model-context` holds, as text for a model. Null when it takes back what it gave. Undefined when it is unfit. */
export function readContext(params: JsonObject): AppContext | null | undefined {
  const content = own(params, 'content')
  const structured = own(params, 'structuredContent')
  const blocks = content === undefined ? [] : blocksOf(content)
  const texts = blocks?.map(textOf)
  if (!texts || texts.includes(undefined)) return undefined
  if (structured !== undefined && !isJsonRecord(structured)) return undefined
  const parts = [...texts, ...(structured && Object.keys(structured).length > 0 ? [JSON.stringify(structured)] : [])]
  const text = parts.join('\n\n').trim()
  if (text === '') return null
  return text.length > MOST_TEXT ? undefined : { text }
}

/** The files of `ui/download-file`. Undefined when one of them is unfit, or there are none, or too many. */
export function readFiles(params: JsonObject): readonly AppFile[] | undefined {
  const contents = own(params, 'contents')
  if (!Array.isArray(contents) || contents.length === 0 || contents.length > MOST_FILES) return undefined
  const files = contents.map((item: unknown) => (isJsonRecord(item) ? fileOf(item) : undefined))
  return files.every((file) => file !== undefined) ? files : undefined
}

/** What an app changed in its storage. Undefined when something of it is unfit, or more than it may keep. */
export function readStored(params: JsonObject): readonly StoredChange[] | undefined {
  const list = own(params, 'changes')
  if (!Array.isArray(list) || list.length > APP_STORAGE_NAMES) return undefined
  const changes = list.map((change: unknown) => storedChange(change))
  return changes.every((change) => change !== undefined) ? changes : undefined
}

function storedChange(change: unknown): StoredChange | undefined {
  if (!Array.isArray(change) || change.length !== 2) return undefined
  const [name, value]: unknown[] = change
  if (typeof name !== 'string' || name.length > APP_STORAGE_CHARACTERS) return undefined
  if (value !== null && (typeof value !== 'string' || value.length > APP_STORAGE_CHARACTERS)) return undefined
  return [name, value]
}

function fileOf(item: JsonObject): AppFile | undefined {
  const type = own(item, 'type')
  if (type === 'resource_link') {
    const uri = addressOf(item)
    const name = own(item, 'name')
    // Whatever is on the web is opened as a link, and not fetched by Parley.
    if (uri === undefined || /^https?:/i.test(uri)) return undefined
    return { name: nameOf(typeof name === 'string' && name !== '' ? name : uri), resourceUri: uri }
  }
  const resource = own(item, 'resource')
  if (type !== 'resource' || !isJsonRecord(resource)) return undefined
  const uri = addressOf(resource)
  if (uri === undefined) return undefined
  const text = own(resource, 'text')
  if (typeof text === 'string') return { name: nameOf(uri), content: text }
  const content = bytesOf(own(resource, 'blob'))
  return content && { name: nameOf(uri), content }
}

function addressOf(value: JsonObject): string | undefined {
  const uri = own(value, 'uri')
  return typeof uri === 'string' && uri !== '' && uri.length <= MOST_ADDRESS ? uri : undefined
}

/** The last part of an address, for a file. `downloads.begin` takes out what is unsafe in a name. */
function nameOf(uri: string): string {
  const path = uri.slice(0, uri.search(/[?#]|$/))
  const last = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(last) || 'file'
  } catch {
    return last || 'file'
  }
}

/** Bytes of base64, or undefined for anything else. */
export function bytesOf(blob: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof blob !== 'string') return undefined
  try {
    return Uint8Array.from(atob(blob), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function blocksOf(content: unknown): readonly unknown[] | undefined {
  if (Array.isArray(content)) return content.length <= MOST_BLOCKS ? content : undefined
  return isJsonRecord(content) ? [content] : undefined
}

function textOf(block: unknown): string | undefined {
  if (!isJsonRecord(block) || own(block, 'type') !== 'text') return undefined
  const text = own(block, 'text')
  return typeof text === 'string' ? text : undefined
}

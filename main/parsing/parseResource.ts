import type { Resource, ResourceTemplate } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import type { Message } from '../../shared/i18n/message'
import { isParsedObject, isRecord } from '../../shared/lib/json'
import { isSurelyLonger } from '../lib/jsonSize'
import { parseAnnotations } from './parseAnnotations'
import { parseTitleAndDescription } from './parseTitleAndDescription'
import { parseIcons } from './parseIcons'
import { isUriTemplate } from '../../shared/resources/expandUriTemplate'
import { shortText, text } from './shortText'

/** An entry with its address as the key, or why it cannot be used. */
type Addressed<T> = { readonly key: string; readonly item: T } | { readonly name: string; readonly reason: Message }

/** The limit of `resources.read`. */
const ADDRESS_CHARACTERS = 10_000

/** Every interface of a list may say so much of itself. */
const UI_META_BYTES = 20_000

/** Reads one entry of a resource list. */
export function parseResource(raw: unknown, limits: Limits): Addressed<Resource> {
  const uri = isRecord(raw) ? text(raw['uri']) : undefined
  const fault = addressFault(raw, uri)
  if (!isRecord(raw) || !uri || fault) return { name: nameOf(raw), reason: fault ?? { id: 'errors.parsing.noAddress' } }
  return {
    key: uri,
    item: {
      uri,
      name: shortText(raw['name'], limits.titleBytes) ?? uri,
      ...content(raw, limits),
      ...(typeof raw['size'] === 'number' && raw['size'] >= 0 && { size: raw['size'] }),
      ...(uri.startsWith('ui://') && uiMetaOf(raw)),
    },
  }
}

/** Reads one entry of a list of resource templates. */
export function parseResourceTemplate(raw: unknown, limits: Limits): Addressed<ResourceTemplate> {
  const uriTemplate = isRecord(raw) ? text(raw['uriTemplate']) : undefined
  const fault = addressFault(raw, uriTemplate)
  if (!isRecord(raw) || !uriTemplate || fault) return { name: nameOf(raw), reason: fault ?? { id: 'errors.parsing.noAddress' } }
  if (!isUriTemplate(uriTemplate)) return { name: nameOf(raw), reason: { id: 'errors.parsing.badTemplate' } }
  const name = shortText(raw['name'], limits.titleBytes) ?? uriTemplate
  return { key: uriTemplate, item: { uriTemplate, name, ...content(raw, limits) } }
}

/** What the list says of an interface. Some Python servers write `meta`. */
function uiMetaOf(raw: Readonly<Record<string, unknown>>): Pick<Resource, 'uiMeta'> {
  const uiMeta = raw['_meta'] ?? raw['meta']
  return isParsedObject(uiMeta) && !isSurelyLonger(uiMeta, UI_META_BYTES) ? { uiMeta } : {}
}

function addressFault(raw: unknown, address: string | undefined): Message | undefined {
  if (!isRecord(raw) || !address) return { id: 'errors.parsing.noAddress' }
  return address.length > ADDRESS_CHARACTERS ? { id: 'errors.parsing.longAddress' } : undefined
}

function nameOf(raw: unknown): string {
  return isRecord(raw) ? (text(raw['name']) ?? '').slice(0, 200) : ''
}

/** The fields that resources and templates share. */
function content(raw: Readonly<Record<string, unknown>>, limits: Limits) {
  const mimeType = text(raw['mimeType'])
  const icons = parseIcons(raw['icons'])
  return {
    ...parseTitleAndDescription(raw, limits),
    ...(mimeType !== undefined && { mimeType: mimeType.slice(0, 200) }),
    ...parseAnnotations(raw['annotations']),
    ...(icons && { icons }),
  }
}

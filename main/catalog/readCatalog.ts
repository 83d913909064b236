import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { emptyCatalog, type Catalog, type Prompt, type Resource, type ResourceTemplate, type Tool } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/limits'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import type { ProtocolSession } from '../session/protocolSession'
import { readAllPages, type Listed, type ListVerb } from './pagination'
import { parseEntries, type Parsed, type Unread } from './parseEntries'
import { parseAnnotations } from '../parsing/parseAnnotations'
import { parseIcons } from '../parsing/parseIcons'
import { parseSkill } from '../parsing/parseSkill'
import { parseTool, shortened, text } from '../parsing/parseTool'
import { serverCapabilities } from '../session/serverCapabilities'
import { errorMessage } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'

/** Inputs for reading, beside the session. */
export interface CatalogDeps {
  readonly limits: Limits
  readonly now: () => number
  /** The earlier catalog. A list that cannot be read again keeps its earlier entries. */
  readonly before?: Catalog | undefined
}

const verbs = {
  tools: { method: 'tools/list', key: 'tools', noun: 'tools' },
  prompts: { method: 'prompts/list', key: 'prompts', noun: 'prompts' },
  resources: { method: 'resources/list', key: 'resources', noun: 'resources' },
  templates: { method: 'resources/templates/list', key: 'resourceTemplates', noun: 'templates' },
  skills: { method: 'skills/list', key: 'skills', noun: 'skills' },
} as const satisfies Record<string, ListVerb>

/**
 * Asks a server for everything it offers. A bad entry is set aside with a reason and does not affect the others.
 * @throws {AppError} when its tools cannot be listed.
 */
export async function readCatalog(session: ProtocolSession, deps: CatalogDeps, signal: AbortSignal): Promise<Catalog> {
  const { limits, before } = deps
  const { tools, prompts, resources } = session.capabilities
  const checkHeaders = session.era === '2026' && session.transport.kind === 'http'
  const [toolList, ...others] = await Promise.all([
    tools ? readAllPages(session, verbs.tools, limits, signal) : undefined,
    prompts ? listOrFault(session, verbs.prompts, limits, signal) : undefined,
    resources ? listOrFault(session, verbs.resources, limits, signal) : undefined,
    resources ? listOrFault(session, verbs.templates, limits, signal) : undefined,
    serverCapabilities(session.capabilities).includes('skills') ? listOrFault(session, verbs.skills, limits, signal) : undefined,
  ])
  const readAt = deps.now()
  const yielder = new EventLoopYielder()
  const [promptList, resourceList, templateList, skillList] = others
  const toolReading = await parseEntries(yielder, toolList, 'tool', undefined, (raw): Parsed<Tool> => {
    const parsed = parseTool(raw, limits, checkHeaders)
    return parsed.ok ? { key: parsed.tool.name, item: parsed.tool } : parsed
  })
  const promptReading = await parseEntries(yielder, promptList, 'prompt', before?.prompts, (raw) => readPrompt(raw, limits))
  const resourceReading = await parseEntries(yielder, resourceList, 'resource', before?.resources, (raw) => readResource(raw, limits))
  const templateReading = await parseEntries(yielder, templateList, 'template', before?.templates, (raw) => readTemplate(raw, limits))
  const skillReading = await parseEntries(yielder, skillList, 'skill', before?.skills, (raw) => parseSkill(raw, limits))
  const lists = [toolList, ...others].filter((list) => list !== undefined)
  const faults = lists.flatMap((list) => ('fault' in list ? [list.fault] : []))
  const readings = [toolReading, promptReading, resourceReading, templateReading, skillReading]
  return {
    ...emptyCatalog,
    tools: toolReading.items,
    prompts: promptReading.items,
    resources: resourceReading.items,
    templates: templateReading.items,
    skills: skillReading.items,
    skipped: readings.flatMap(({ skipped }) => skipped),
    notices: [...lists.flatMap((list) => ('notice' in list ? (list.notice ?? []) : [])), ...(before ? [] : faults)],
    readAt,
    // 2025 servers report changes and give no cache time.
    ...(session.era === '2026' && { freshUntil: readAt + Math.min(...lists.map((list) => ('fault' in list ? 0 : list.ttlMs)), A_DAY) }),
    ...(before && faults.length > 0 && { stale: faults }),
  }
}

const A_DAY = 24 * 60 * 60 * 1000

/** Returns a fault instead of an error, so that a server whose prompts fail still has its tools. */
async function listOrFault(session: ProtocolSession, verb: ListVerb, limits: Limits, signal: AbortSignal): Promise<Listed | Unread> {
  try {
    return await readAllPages(session, verb, limits, signal)
  } catch (thrown) {
    if (signal.aborted || session.transport.process?.exit) throw thrown
    // Many servers with resources have no templates, and answer with this error.
    if (verb === verbs.templates && isUnknownMethod(thrown)) return { items: [], ttlMs: A_DAY }
    return { fault: { id: 'errors.catalog.listUnread', params: { noun: verb.noun, why: errorMessage(AppError.from(thrown)) } } }
  }
}

function isUnknownMethod(thrown: unknown): boolean {
  const cause = thrown instanceof AppError ? thrown.cause : undefined
  return cause instanceof ProtocolError && cause.code === ProtocolErrorCode.MethodNotFound
}

function readPrompt(raw: unknown, limits: Limits): Parsed<Prompt> {
  const name = isRecord(raw) ? text(raw['name']) : undefined
  if (!isRecord(raw) || !name) return { name: '', reason: { id: 'errors.parsing.noName' } }
  const args = Array.isArray(raw['arguments']) ? raw['arguments'] : []
  const icons = parseIcons(raw['icons'])
  return {
    key: name,
    item: {
      name,
      ...described(raw, limits),
      arguments: args.flatMap((arg: unknown) => {
        const argName = isRecord(arg) ? text(arg['name']) : undefined
        return isRecord(arg) && argName ? [{ name: argName, ...described(arg, limits), required: arg['required'] === true }] : []
      }),
      ...(icons && { icons }),
    },
  }
}

function readResource(raw: unknown, limits: Limits): Parsed<Resource> {
  const uri = isRecord(raw) ? text(raw['uri']) : undefined
  const fault = addressFault(raw, uri)
  if (!isRecord(raw) || !uri || fault) return { name: nameOf(raw), reason: fault ?? { id: 'errors.parsing.noAddress' } }
  return {
    key: uri,
    item: {
      uri,
      name: text(raw['name']) ?? uri,
      ...content(raw, limits),
      ...(typeof raw['size'] === 'number' && raw['size'] >= 0 && { size: raw['size'] }),
    },
  }
}

function readTemplate(raw: unknown, limits: Limits): Parsed<ResourceTemplate> {
  const uriTemplate = isRecord(raw) ? text(raw['uriTemplate']) : undefined
  const fault = addressFault(raw, uriTemplate)
  if (!isRecord(raw) || !uriTemplate || fault) return { name: nameOf(raw), reason: fault ?? { id: 'errors.parsing.noAddress' } }
  return { key: uriTemplate, item: { uriTemplate, name: text(raw['name']) ?? uriTemplate, ...content(raw, limits) } }
}

/** The limit of `resources.read`. */
const ADDRESS_CHARACTERS = 10_000

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
    ...described(raw, limits),
    ...(mimeType !== undefined && { mimeType: mimeType.slice(0, 200) }),
    ...parseAnnotations(raw['annotations']),
    ...(icons && { icons }),
  }
}

function described(raw: Readonly<Record<string, unknown>>, limits: Limits): { readonly title?: string; readonly description?: string } {
  const title = text(raw['title'])
  const description = text(raw['description'])
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: shortened(description, limits.descriptionBytes) }),
  }
}

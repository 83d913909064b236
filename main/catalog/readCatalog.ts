import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { emptyCatalog, type Catalog, type Tool } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { EventLoopYielder } from '../lib/eventLoopYielder'
import type { ProtocolSession } from '../session/protocolSession'
import { rawCatalogLists, type RawCatalogLists } from './rawCatalogLists'
import { readAllPages, type Listed, type ListVerb } from './pagination'
import { parseEntries, type Parsed, type Unread } from './parseEntries'
import { parsePrompt } from '../parsing/parsePrompt'
import { parseResource, parseResourceTemplate } from '../parsing/parseResource'
import { parseSkill } from '../parsing/parseSkill'
import { parseTool } from '../parsing/parseTool'
import { freshUntil, listKinds, type KnownDiscovery } from '../session/knownDiscovery'
import { serverCapabilities } from '../session/serverCapabilities'
import { errorMessage } from '../../shared/i18n/errorText'

/** Inputs for reading, beside the session. */
export interface CatalogDeps {
  readonly limits: Limits
  readonly now: () => number
  readonly sleep: Clock['sleep']
  /** Receives the whole catalog when lists come later than the rest. */
  readonly onLate: (catalog: Catalog) => void
  /** The earlier catalog. A list that cannot be read again keeps its earlier entries. */
  readonly before?: Catalog | undefined
  readonly onListed: (read: RawCatalogLists) => void
}

const verbs = {
  tools: { method: 'tools/list', key: 'tools', noun: 'tools' },
  prompts: { method: 'prompts/list', key: 'prompts', noun: 'prompts' },
  resources: { method: 'resources/list', key: 'resources', noun: 'resources' },
  templates: { method: 'resources/templates/list', key: 'resourceTemplates', noun: 'templates' },
  skills: { method: 'skills/list', key: 'skills', noun: 'skills' },
} as const satisfies Record<string, ListVerb>

type OtherList = Listed | Unread | undefined
/** A list that was read in this session, or that is known of an earlier one. */
type AnyList = Omit<Listed, 'bytes'> | Unread | undefined

/**
 * Asks a server for everything it offers. A bad entry is set aside with a reason and does not affect the others. Once its tools are there,
 * the other lists get a moment: a server that never lists its prompts must not hold up its tools.
 * @throws {AppError} when its tools cannot be listed.
 */
export async function readCatalog(session: ProtocolSession, deps: CatalogDeps, signal: AbortSignal): Promise<Catalog> {
  const { limits } = deps
  const listedAt = deps.now()
  const { tools, prompts, resources } = session.capabilities
  const others: readonly Promise<OtherList>[] = [
    otherList(session, prompts && verbs.prompts, limits, signal),
    otherList(session, resources && verbs.resources, limits, signal),
    otherList(session, resources && verbs.templates, limits, signal),
    otherList(session, serverCapabilities(session.capabilities).includes('skills') ? verbs.skills : undefined, limits, signal),
  ]
  const all = Promise.all(others)
  // Whoever waits for the tools hears of a failure there.
  all.catch(ignore)
  const toolList = tools && (await readAllPages(session, verbs.tools, limits, signal))
  const inTime = await firstOf(all, deps.sleep, limits.listGraceMs, signal)
  deps.onListed(rawCatalogLists(listedAt, inTime && [toolList, ...inTime]))
  if (inTime) return catalogOf(session, deps, [toolList, ...inTime])
  const late = await Promise.all(others.map((list, index) => Promise.race([list, Promise.resolve(pending(index))])))
  const finish = async (lists: readonly OtherList[]): Promise<void> => {
    deps.onListed(rawCatalogLists(listedAt, [toolList, ...lists]))
    deps.onLate(await catalogOf(session, deps, [toolList, ...lists]))
  }
  all.then(finish).catch(ignore)
  return catalogOf(session, deps, [toolList, ...late])
}

/** Makes the catalog of lists that are known of an earlier session. They are parsed and checked like lists that have just come. */
export async function knownCatalog(session: ProtocolSession, limits: Limits, known: KnownDiscovery): Promise<Catalog> {
  const deps = { limits, now: () => known.listedAt, before: undefined }
  const lists = listKinds.map((kind) => known.lists[kind])
  return { ...(await catalogOf(session, deps, lists)), freshUntil: freshUntil(known) }
}

const otherNouns = ['prompts', 'resources', 'templates', 'skills'] as const

function pending(index: number): Unread {
  return { fault: { id: 'errors.catalog.listPending', params: { noun: otherNouns[index] ?? '' } }, isPending: true }
}

/** Resolves to undefined when it takes longer. */
async function firstOf<T>(work: Promise<T>, sleep: CatalogDeps['sleep'], ms: number, signal: AbortSignal): Promise<T | undefined> {
  const done = new AbortController()
  const grace = sleep(ms, AbortSignal.any([signal, done.signal])).catch(ignore)
  try {
    return await Promise.race([work, grace.then(() => undefined)])
  } finally {
    done.abort()
    signal.throwIfAborted()
  }
}

function ignore(): void {
  // Told elsewhere.
}

async function catalogOf(
  session: ProtocolSession,
  { limits, now, before }: Pick<CatalogDeps, 'limits' | 'now' | 'before'>,
  [toolList, promptList, resourceList, templateList, skillList]: readonly AnyList[],
): Promise<Catalog> {
  const checkHeaders = session.era === '2026' && session.transport.kind === 'http'
  const readAt = now()
  const yielder = new EventLoopYielder()
  const toolReading = await parseEntries(yielder, toolList, 'tool', undefined, (raw): Parsed<Tool> => {
    const parsed = parseTool(raw, limits, checkHeaders)
    return parsed.ok ? { key: parsed.tool.name, item: parsed.tool } : parsed
  })
  const promptReading = await parseEntries(yielder, promptList, 'prompt', before?.prompts, (raw) => parsePrompt(raw, limits))
  const resourceReading = await parseEntries(yielder, resourceList, 'resource', before?.resources, (raw) => parseResource(raw, limits))
  const templateReading = await parseEntries(yielder, templateList, 'template', before?.templates, (raw) =>
    parseResourceTemplate(raw, limits),
  )
  const skillReading = await parseEntries(yielder, skillList, 'skill', before?.skills, (raw) => parseSkill(raw, limits))
  const lists = [toolList, promptList, resourceList, templateList, skillList].filter((list) => list !== undefined)
  const unread = lists.flatMap((list) => ('fault' in list ? [list] : []))
  const faults = unread.filter(({ isPending }) => !isPending).map(({ fault }) => fault)
  const coming = unread.filter(({ isPending }) => isPending).map(({ fault }) => fault)
  const readings = [toolReading, promptReading, resourceReading, templateReading, skillReading]
  return {
    ...emptyCatalog,
    tools: toolReading.items,
    prompts: promptReading.items,
    resources: resourceReading.items,
    templates: templateReading.items,
    skills: skillReading.items,
    skipped: readings.flatMap(({ skipped }) => skipped),
    notices: [...lists.flatMap((list) => ('notice' in list ? (list.notice ?? []) : [])), ...coming, ...(before ? [] : faults)],
    readAt,
    // 2025 servers report changes and give no cache time.
    ...(session.era === '2026' && { freshUntil: readAt + Math.min(...lists.map((list) => ('fault' in list ? 0 : list.ttlMs)), A_DAY) }),
    ...(before && faults.length > 0 && { stale: faults }),
  }
}

const A_DAY = 24 * 60 * 60 * 1000

/** Returns a fault instead of an error, so that a server whose prompts fail still has its tools. */
async function otherList(session: ProtocolSession, verb: ListVerb | undefined, limits: Limits, signal: AbortSignal): Promise<OtherList> {
  if (!verb) return undefined
  try {
    return await readAllPages(session, verb, limits, signal)
  } catch (thrown) {
    if (signal.aborted || session.transport.process?.exit) throw thrown
    // Many servers with resources have no templates, and answer with this error.
    if (verb === verbs.templates && isUnknownMethod(thrown)) return { items: [], ttlMs: A_DAY, isPublic: true, bytes: 0 }
    return { fault: { id: 'errors.catalog.listUnread', params: { noun: verb.noun, why: errorMessage(AppError.from(thrown)) } } }
  }
}

function isUnknownMethod(thrown: unknown): boolean {
  const cause = thrown instanceof AppError ? thrown.cause : undefined
  return cause instanceof ProtocolError && cause.code === ProtocolErrorCode.MethodNotFound
}

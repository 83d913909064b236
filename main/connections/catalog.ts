import { setImmediate as turn } from 'node:timers/promises'
import { emptyCatalog, type Catalog, type Prompt, type Resource, type SetAside, type Tool } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/limits'
import { isRecord } from '../../shared/lib/json'
import type { Link } from './link'
import { listPages, type Listed, type ListVerb } from './listPages'
import { parseTool, shortened, text } from './parseTool'

/** Entries that are read in one go; the event loop turns between two of these. */
const AT_ONCE = 100

interface Reading<T> {
  readonly items: readonly T[]
  readonly setAside: readonly SetAside[]
}

/** Asks a server for everything it offers. One bad entry is set aside with a reason and costs the others nothing. */
export async function readCatalog(link: Link, limits: Limits, signal: AbortSignal): Promise<Catalog> {
  const { tools, prompts, resources } = link.capabilities
  const checkHeaders = link.era === '2026' && link.transport.kind === 'http'
  const listed = await Promise.all([
    tools ? listPages(link, { method: 'tools/list', key: 'tools' }, limits, signal) : nothing,
    prompts ? listOrNotice(link, { method: 'prompts/list', key: 'prompts' }, limits, signal) : nothing,
    resources ? listOrNotice(link, { method: 'resources/list', key: 'resources' }, limits, signal) : nothing,
  ])
  const [toolList, promptList, resourceList] = listed
  const readTools = await readAll<Tool>(toolList.items, 'tool', (raw) => {
    const parsed = parseTool(raw, limits, checkHeaders)
    return parsed.ok ? { key: parsed.tool.name, item: parsed.tool } : parsed
  })
  const readPrompts = await readAll<Prompt>(promptList.items, 'prompt', (raw) => readPrompt(raw, limits))
  const readResources = await readAll<Resource>(resourceList.items, 'resource', (raw) => readResource(raw, limits))
  return {
    ...emptyCatalog,
    tools: readTools.items,
    prompts: readPrompts.items,
    resources: readResources.items,
    setAside: [...readTools.setAside, ...readPrompts.setAside, ...readResources.setAside],
    notices: listed.flatMap(({ notice }) => notice ?? []),
  }
}

const nothing: Listed = { items: [] }

/** A server whose prompts fail still has its tools. */
async function listOrNotice(link: Link, verb: ListVerb, limits: Limits, signal: AbortSignal): Promise<Listed> {
  try {
    return await listPages(link, verb, limits, signal)
  } catch (thrown) {
    if (signal.aborted || link.transport.process?.exit) throw thrown
    return { items: [], notice: `The list of ${verb.key} could not be read: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
}

type Parsed<T> = { readonly key: string; readonly item: T } | { readonly name: string; readonly reason: string }

async function readAll<T>(raws: readonly unknown[], what: SetAside['what'], parse: (raw: unknown) => Parsed<T>): Promise<Reading<T>> {
  const items = new Map<string, T>()
  const setAside: SetAside[] = []
  for (const [index, raw] of raws.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await turn()
    const parsed = parse(raw)
    if (!('item' in parsed)) setAside.push({ what, name: parsed.name, reason: parsed.reason })
    else if (items.has(parsed.key))
      setAside.push({ what, name: parsed.key.slice(0, 200), reason: `Another ${what} before it has the same name` })
    else items.set(parsed.key, parsed.item)
  }
  return { items: [...items.values()], setAside }
}

function readPrompt(raw: unknown, limits: Limits): Parsed<Prompt> {
  const name = isRecord(raw) ? text(raw['name']) : undefined
  if (!isRecord(raw) || !name) return { name: '', reason: 'It has no name' }
  const args = Array.isArray(raw['arguments']) ? raw['arguments'] : []
  return {
    key: name,
    item: {
      name,
      ...described(raw, limits),
      arguments: args.flatMap((arg: unknown) => {
        const argName = isRecord(arg) ? text(arg['name']) : undefined
        return isRecord(arg) && argName ? [{ name: argName, ...described(arg, limits), required: arg['required'] === true }] : []
      }),
    },
  }
}

function readResource(raw: unknown, limits: Limits): Parsed<Resource> {
  const uri = isRecord(raw) ? text(raw['uri']) : undefined
  if (!isRecord(raw) || !uri) return { name: isRecord(raw) ? (text(raw['name']) ?? '').slice(0, 200) : '', reason: 'It has no address' }
  const mimeType = text(raw['mimeType'])
  return {
    key: uri,
    item: {
      uri,
      name: text(raw['name']) ?? uri,
      ...described(raw, limits),
      ...(mimeType !== undefined && { mimeType }),
      ...(typeof raw['size'] === 'number' && { size: raw['size'] }),
    },
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

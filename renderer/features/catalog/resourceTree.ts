import type { Resource } from '../../../shared/domain/catalog'

/** A row in the list of resources: a folder that opens and closes, or a resource with its depth. */
export type ResourceRow =
  | {
      readonly kind: 'folder'
      readonly key: string
      readonly name: string
      readonly depth: number
      readonly count: number
      readonly open: boolean
    }
  | { readonly kind: 'resource'; readonly key: string; readonly resource: Resource; readonly depth: number; readonly address: string }

interface Folder {
  readonly key: string
  name: string
  readonly folders: Map<string, Folder>
  readonly resources: { readonly resource: Resource; readonly rest: string }[]
  count: number
}

/** From this number of resources on, folders are more helpful than a flat list. */
const worthFolders = 12
/** Trees with more resources start with their folders closed. */
const openUpTo = 100

/** Pure: whether the addresses form folders that help a person find something. */
export function hasFolders(resources: readonly Resource[]): boolean {
  if (resources.length < worthFolders) return false
  const parents = new Set(resources.map(({ uri }) => splitAddress(uri).folders.join('')))
  return parents.size > 1 && parents.size <= resources.length / 2
}

/** Pure: groups the resources by the folders of their addresses. `toggled` contains the folders that are not in their initial state. */
export function folderRows(resources: readonly Resource[], toggled: ReadonlySet<string>): readonly ResourceRow[] {
  const root: Folder = { key: '', name: '', folders: new Map(), resources: [], count: 0 }
  for (const resource of resources) place(root, resource)
  const rows: ResourceRow[] = []
  const openAtFirst = resources.length <= openUpTo
  const walk = (folder: Folder, depth: number): void => {
    const folders = [...folder.folders.values()].map(withoutChains).toSorted(byName)
    // A single folder that contains everything shows nothing useful while it is closed.
    const only = folders.length === 1 && folder.resources.length === 0
    for (const inside of folders) {
      const open = (openAtFirst || only) !== toggled.has(inside.key)
      rows.push({ kind: 'folder', key: inside.key, name: inside.name, depth, count: inside.count, open })
      if (open) walk(inside, depth + 1)
    }
    for (const { resource, rest } of folder.resources) {
      rows.push({ kind: 'resource', key: resource.uri, resource, depth, address: rest })
    }
  }
  walk(root, 0)
  return rows
}

/** Pure: lists the resources in one flat list, the most important first by the server's priority. Otherwise the server's order stays. */
export function flatRows(resources: readonly Resource[]): readonly ResourceRow[] {
  return resources
    .toSorted((one, other) => priorityOf(other) - priorityOf(one))
    .map((resource) => ({ kind: 'resource', key: resource.uri, resource, depth: 0, address: resource.uri }))
}

/** Pure: returns the items whose name, title, description, address or type contains the text. */
export function findResources<R extends Omit<Resource, 'uri'>>(
  items: readonly R[],
  address: (item: R) => string,
  search: string,
): readonly R[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return items
  return items.filter((item) =>
    [item.name, item.title, item.description, item.mimeType, address(item)].some((text) => text?.toLowerCase().includes(wanted) === true),
  )
}

const priorityOf = ({ annotations }: Resource): number => annotations?.priority ?? 0

/** The audience of resources. A resource without a declared audience is for everybody. */
export type Audience = 'all' | 'user' | 'assistant'

/** Pure: returns the resources for this audience. */
export function forAudience(resources: readonly Resource[], audience: Audience): readonly Resource[] {
  if (audience === 'all') return resources
  return resources.filter(
    ({ annotations }) => (annotations?.audience ?? []).length === 0 || annotations?.audience?.includes(audience) === true,
  )
}

/** Pure: whether a server declares an audience for any of them. */
export function saysAudience(resources: readonly Resource[]): boolean {
  return resources.some(({ annotations }) => (annotations?.audience ?? []).length > 0)
}

function place(root: Folder, resource: Resource): void {
  const { folders, rest } = splitAddress(resource.uri)
  let folder = root
  root.count += 1
  for (const name of folders) {
    const key = `${folder.key}${name}`
    const next = folder.folders.get(name) ?? { key, name, folders: new Map(), resources: [], count: 0 }
    folder.folders.set(name, next)
    next.count += 1
    folder = next
  }
  folder.resources.push({ resource, rest })
}

/** Merges a folder that contains only one other folder into one row with it. */
function withoutChains(folder: Folder): Folder {
  const [only] = folder.folders.values()
  if (!only || folder.folders.size > 1 || folder.resources.length > 0) return folder
  const inside = withoutChains(only)
  return { ...inside, name: `${folder.name}${inside.name}` }
}

function byName(one: Folder, other: Folder): number {
  return collator.compare(one.name, other.name)
}

/** Sorts `2/` before `10/`. */
const collator = new Intl.Collator('en', { numeric: true })

/** `file:///a/b.txt` has the folders `file:///` and `a/`, and the rest `b.txt`. */
function splitAddress(uri: string): { readonly folders: readonly string[]; readonly rest: string } {
  const [, start = '', path = '', end = ''] = /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*\/?)?)([^?#]*)([^]*)/i.exec(uri) ?? []
  if (start === '') return { folders: [], rest: uri }
  const parts = path.split(/(?<=\/)/)
  return { folders: [start, ...parts.slice(0, -1)], rest: `${parts.at(-1) ?? ''}${end}` }
}

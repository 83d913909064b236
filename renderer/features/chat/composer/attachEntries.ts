import type { Resource, ResourceTemplate, Skill } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import type { ServerCatalog } from '../../../rpc/useCatalogs'

/** An item that a person can attach to a message, or a template that leads to one. */
export type AttachEntry =
  | { readonly kind: 'resource'; readonly serverId: ServerId; readonly resource: Resource }
  | { readonly kind: 'template'; readonly serverId: ServerId; readonly template: ResourceTemplate }
  | { readonly kind: 'skill'; readonly serverId: ServerId; readonly skill: Skill; readonly uri: string }

export interface AttachGroup {
  readonly serverId: ServerId
  readonly entries: readonly AttachEntry[]
}

const ENTRIES_SHOWN = 100

/** Pure: finds the items of all ready servers that contain every word of the query. Groups them by server and counts all of them. */
export function attachEntries(
  catalogs: readonly ServerCatalog[],
  query: string,
): { readonly groups: readonly AttachGroup[]; readonly found: number; readonly total: number } {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const all = catalogs.map(({ serverId, catalog }) => ({
    serverId,
    entries: [
      ...catalog.resources.map((resource): AttachEntry => ({ kind: 'resource', serverId, resource })),
      ...catalog.templates.map((template): AttachEntry => ({ kind: 'template', serverId, template })),
      ...catalog.skills.flatMap((skill): AttachEntry[] => {
        const [first] = skill.files
        return first ? [{ kind: 'skill', serverId, skill, uri: first.uri }] : []
      }),
    ],
  }))
  const matching = all.map(({ serverId, entries }) => ({ serverId, entries: entries.filter((entry) => holds(entry, words)) }))
  let left = ENTRIES_SHOWN
  const groups = matching.flatMap(({ serverId, entries }) => {
    const shown = entries.slice(0, left)
    left -= shown.length
    return shown.length > 0 ? [{ serverId, entries: shown }] : []
  })
  const count = (lists: readonly AttachGroup[]): number => lists.reduce((sum, { entries }) => sum + entries.length, 0)
  return { groups, found: count(matching), total: count(all) }
}

function holds(entry: AttachEntry, words: readonly string[]): boolean {
  const text = `${entry.serverId} ${textOf(entry)}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function textOf(entry: AttachEntry): string {
  if (entry.kind === 'skill') return `${entry.skill.name} ${entry.skill.description ?? ''}`
  const { name, title, description } = entry.kind === 'resource' ? entry.resource : entry.template
  const address = entry.kind === 'resource' ? entry.resource.uri : entry.template.uriTemplate
  return [name, title, description, address].filter(Boolean).join(' ')
}

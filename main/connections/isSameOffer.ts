import { setImmediate as turn } from 'node:timers/promises'
import type { Catalog } from '../../shared/domain/catalog'

const AT_ONCE = 100

/** Whether two readings of a server's lists hold the same. Lists may be long, so the event loop turns in between. */
export async function isSameOffer(before: Catalog, now: Catalog): Promise<boolean> {
  const { tools, prompts, resources, templates, skills, setAside, notices, stale } = now
  if (before.stale !== stale) return false
  return (
    (await isSameList(before.tools, tools)) &&
    (await isSameList(before.prompts, prompts)) &&
    (await isSameList(before.resources, resources)) &&
    (await isSameList(before.templates, templates)) &&
    (await isSameList(before.skills, skills)) &&
    (await isSameList(before.setAside, setAside)) &&
    isSameList(before.notices, notices)
  )
}

async function isSameList(before: readonly unknown[], now: readonly unknown[]): Promise<boolean> {
  if (before.length !== now.length) return false
  for (const [index, item] of now.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await turn()
    if (JSON.stringify(before[index]) !== JSON.stringify(item)) return false
  }
  return true
}

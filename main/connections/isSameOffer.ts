import type { Catalog } from '../../shared/domain/catalog'
import { Breather } from './breather'

/** Whether two readings of a server's lists hold the same. Lists may be long, and their entries large, so the event loop turns in between. */
export async function isSameOffer(before: Catalog, now: Catalog): Promise<boolean> {
  const { tools, prompts, resources, templates, skills, setAside, notices, stale } = now
  if (before.stale !== stale) return false
  const breather = new Breather()
  return (
    (await isSameList(before.tools, tools, breather)) &&
    (await isSameList(before.prompts, prompts, breather)) &&
    (await isSameList(before.resources, resources, breather)) &&
    (await isSameList(before.templates, templates, breather)) &&
    (await isSameList(before.skills, skills, breather)) &&
    (await isSameList(before.setAside, setAside, breather)) &&
    isSameList(before.notices, notices, breather)
  )
}

async function isSameList(before: readonly unknown[], now: readonly unknown[], breather: Breather): Promise<boolean> {
  if (before.length !== now.length) return false
  for (const [index, item] of now.entries()) {
    if (breather.isDue()) await breather.breathe()
    if (JSON.stringify(before[index]) !== JSON.stringify(item)) return false
  }
  return true
}

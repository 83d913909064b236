import type { Catalog } from '../../shared/domain/catalog'
import { EventLoopYielder } from '../lib/eventLoopYielder'

/** Whether two catalogs are equal. Yields to the event loop in between, because lists may be long and entries large. */
export async function isSameCatalog(before: Catalog, now: Catalog): Promise<boolean> {
  const { tools, prompts, resources, templates, skills, skipped, notices, stale } = now
  if (before.stale !== stale) return false
  const yielder = new EventLoopYielder()
  return (
    (await isSameList(before.tools, tools, yielder)) &&
    (await isSameList(before.prompts, prompts, yielder)) &&
    (await isSameList(before.resources, resources, yielder)) &&
    (await isSameList(before.templates, templates, yielder)) &&
    (await isSameList(before.skills, skills, yielder)) &&
    (await isSameList(before.skipped, skipped, yielder)) &&
    isSameList(before.notices, notices, yielder)
  )
}

async function isSameList(before: readonly unknown[], now: readonly unknown[], yielder: EventLoopYielder): Promise<boolean> {
  if (before.length !== now.length) return false
  for (const [index, item] of now.entries()) {
    if (yielder.isDue()) await yielder.yieldTurn()
    if (JSON.stringify(before[index]) !== JSON.stringify(item)) return false
  }
  return true
}

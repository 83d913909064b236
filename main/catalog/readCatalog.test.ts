import { expect, it } from 'vitest'
import type { Catalog } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { define, faulty, serverId, testPool } from '../connections/testing/poolFixture'

async function catalogOf(mode: string, args: readonly string[] = [], limits: Partial<Limits> = {}): Promise<Catalog> {
  await using test = testPool([define('lists', faulty(mode, ...args))], { limits })
  await test.pool.start(serverId('lists'))
  return test.pool.catalog(serverId('lists'))
}
const names = (catalog: Catalog): readonly string[] => catalog.tools.map((tool) => tool.name)

it('keeps the good tools of a list and sets the malformed ones aside with a reason', async () => {
  const catalog = await catalogOf('one')
  expect({ names: names(catalog), skipped: catalog.skipped }).toEqual({
    names: ['good', 'good too'],
    skipped: [
      { what: 'tool', name: 'bad', reason: { id: 'errors.parsing.noInputSchema' } },
      { what: 'tool', name: 'worse', reason: { id: 'errors.parsing.noInputSchema' } },
    ],
  })
})

it('F14: refuses a name of characters that are not drawn, a second tool of a name, and a schema that is nested too deep', async () => {
  const catalog = await catalogOf('names')
  expect({ names: names(catalog), skipped: catalog.skipped }).toEqual({
    names: ['x'],
    skipped: [
      { what: 'tool', name: 'x', reason: { id: 'errors.catalog.duplicate', params: { what: 'tool' } } },
      { what: 'tool', name: 'pay\u202e\u0007me', reason: { id: 'errors.parsing.hiddenName' } },
      { what: 'tool', name: 'deep', reason: { id: 'errors.parsing.deepSchema', params: { most: 64 } } },
    ],
  })
})

it('PA-01, PA-02, PA-04: reads 5,000 tools over 100 pages', async () => {
  const catalog = await catalogOf('pages', ['50'])
  expect({ count: catalog.tools.length, last: names(catalog).at(-1), notices: catalog.notices }).toEqual({
    count: 5_000,
    last: 'tool 4999',
    notices: [],
  })
})

it('PA-05, J14: stops at a cursor that comes again, and says so', async () => {
  const [same, cycle] = await Promise.all([catalogOf('same'), catalogOf('cycle')])
  expect({ same: same.notices, cycle: cycle.notices, names: names(cycle) }).toEqual({
    same: [{ id: 'errors.catalog.pagesRepeat', params: { noun: 'tools', count: 2 } }],
    cycle: [{ id: 'errors.catalog.pagesRepeat', params: { noun: 'tools', count: 4 } }],
    names: ['t0', 't1', 't2'],
  })
})

it('PA-05, J14: stops at the limit of pages, and at the limit of items', async () => {
  const [pages, items] = await Promise.all([catalogOf('endless', [], { listPages: 7 }), catalogOf('pages', ['50'], { listItems: 120 })])
  expect({ pages: pages.notices, read: pages.tools.length, items: items.notices, kept: items.tools.length }).toEqual({
    pages: [{ id: 'errors.catalog.listCutByPages', params: { pages: 7, noun: 'tools', count: 7 } }],
    read: 7,
    items: [{ id: 'errors.catalog.listCut', params: { noun: 'tools', count: 120 } }],
    kept: 120,
  })
})

it('PA-03, J14: takes an empty cursor for a cursor', async () => {
  expect(names(await catalogOf('empty'))).toEqual(['a', 'b'])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WorkMeter } from './countWork'
import { excused, sweptFolders, tables } from './tables'
import type { Prepare } from './workTable'

const root = join(import.meta.dirname, '../..')
const meter = new WorkMeter()

const KB = 1024
const sizes = [KB, 10 * KB, 100 * KB, 1024 * KB]
/** Ten times the input may cost this many times the work: ten, and what sorting and growing tables add. */
const MOST = 15
/** A few seconds of counted work. */
const AFFORDABLE = 5_000_000
/** Work that does not depend on the input: a first call compiles and fills caches. */
const CONSTANT = 3_000

/** How the work grows, if it grows faster than the input. */
async function growth(prepare: Prepare): Promise<string | undefined> {
  let before = Infinity
  for (const size of sizes) {
    // All of the worst texts together are too much for the largest sizes, except where a function cuts them first.
    if (size > 10 * KB && before * 10 > AFFORDABLE) return undefined
    const work = await meter.count(prepare(size))
    if (work > (before + CONSTANT) * MOST) return `${before} → ${work} at ${size / KB} KB`
    before = work
  }
  return undefined
}

async function slowParts(prepare: Prepare): Promise<readonly string[]> {
  const found = await growth(prepare)
  if (found === undefined) return []
  const slow: string[] = []
  for (const [name, part] of prepare.parts ?? []) {
    const one = await growth(part)
    if (one !== undefined) slow.push(`${name}: ${one}`)
  }
  return [found, ...slow]
}

it.each(tables)('J25: $file', async ({ load }) => {
  const slow: Record<string, readonly string[]> = {}
  for (const [name, inputs] of Object.entries(await load()))
    for (const [what, prepare] of Object.entries(inputs)) {
      const found = await slowParts(prepare)
      if (found.length > 0) slow[`${name}, ${what}`] = found
    }
  expect(slow).toEqual({})
})

it('J25: every function of the folders that read what strangers write is in a table, or excused with a reason', async () => {
  const named = new Map<string, readonly string[]>()
  for (const { file, load } of tables) named.set(file, [...(named.get(file) ?? []), ...Object.keys(await load())])
  const missing = sweptFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$/.test(name))
      .flatMap((name) => {
        const file = `${folder}/${name}`
        if (Object.hasOwn(excused, file)) return []
        return exportsOf(file)
          .filter((exported) => !named.get(file)?.includes(exported) && !Object.hasOwn(excused, `${file} ${exported}`))
          .map((exported) => `${file} ${exported}`)
      }),
  )
  expect(missing).toEqual([])
})

it('no excuse is left for what is gone', () => {
  const gone = Object.keys(excused).filter((place) => {
    const [file = '', name] = place.split(' ')
    return exportsOf(file).length === 0 || (name !== undefined && !exportsOf(file).includes(name))
  })
  expect(gone).toEqual([])
})

/** The functions and classes that a file exports. */
function exportsOf(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8')
  return Array.from(source.matchAll(/^export (?:async )?(?:function\*? |class )(\w+)/gm), ([, name = '']) => name)
}

it('the meter sees a square where there is one, in loops and in what built-in functions do', async () => {
  const squares: Readonly<Record<string, (text: string) => unknown>> = {
    'a loop in a loop': (text) => {
      let found = 0
      for (const one of text) for (const other of text) if (one === other) found++
      return found
    },
    shift: (text) => {
      const all = text.split('')
      while (all.length > 0) all.shift()
    },
    spread: (text) => text.split('').reduce<string[]>((all, one) => [...all, one], []),
    'a search from the start': (text) => Array.from(text, (_one, index) => `${'b'.repeat(index)}a`.indexOf('a')),
    stringify: (text) => Array.from(text, () => JSON.stringify(text)),
  }
  for (const [name, run] of Object.entries(squares)) {
    const [small, large] = [await meter.count(() => run('a'.repeat(200))), await meter.count(() => run('a'.repeat(2_000)))]
    expect([name, large > 40 * small]).toEqual([name, true])
  }
})

it('the same work gives the same count', async () => {
  const run = (): unknown => JSON.stringify('a b c'.split(' ').map((one) => one.toUpperCase()))
  await meter.count(run)
  expect(await meter.count(run)).toBe(await meter.count(run))
})

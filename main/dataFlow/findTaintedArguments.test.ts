import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DataFlowSource } from '../../shared/domain/dataFlow'
import { ServerId } from '../../shared/domain/ids'
import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { cpuMicros } from '../../shared/testing/cpuMicros'
import { SHORTEST_TRACE, findTaintedArguments } from './findTaintedArguments'

function source(name: string): DataFlowSource {
  return { serverId: ServerId.parse(name), tool: 'read', at: 0, guessed: false, because: { id: 'dataFlow.because.said' } }
}
const from = (name: string, ...texts: string[]) => ({ source: source(name), texts })
/** What is marked, as it can be read. */
function marked(args: JsonObject, ...earlier: ReturnType<typeof from>[]): readonly string[] {
  return findTaintedArguments(args, earlier).map(({ path, start, end, source: { serverId } }) => {
    const leaf = path.reduce<unknown>((value, key) => Object(value)[key], args)
    return `${path.join('.')}: ${String(leaf).slice(start, end)} (${serverId})`
  })
}

it('F09: marks what an argument has word for word from an earlier result, as deep as it stands', () => {
  const rows = from('postgres', '{"email":"j.marin@northwind.example","total":"1840.00"}')
  expect(
    marked({ body: 'rows=j.marin@northwind.example&x=1', deep: { list: ['nothing', 'to: j.marin@northwind.example'] } }, rows),
  ).toEqual(['body: j.marin@northwind.example (postgres)', 'deep.list.1: j.marin@northwind.example (postgres)'])
})

it('leaves alone what is shorter than sixteen units, and what stands nowhere', () => {
  expect(marked({ q: 'northwind.examp', r: 'something else entirely' }, from('postgres', 'j.marin@northwind.exampleX'))).toEqual([])
})

it('joins pieces of one source that touch, keeps two sources apart, and names the first of them for the same words', () => {
  const one = from('postgres', 'abcdefghijklmnopqrstuvwxyz')
  const other = from('github', '0123456789012345678901', 'abcdefghijklmnopqrstuvwxyz')
  expect(marked({ q: 'abcdefghijklmnopqrstuvwxyz0123456789012345678901' }, one, other)).toEqual([
    'q: abcdefghijklmnopqrstuvwxyz (postgres)',
    'q: 0123456789012345678901 (github)',
  ])
})

it('marks exactly what a plain search finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 120 })
  fc.assert(
    fc.property(letters, fc.array(letters, { maxLength: 4 }), (text, earlier) => {
      const found = new Set<number>()
      for (let start = 0; start + SHORTEST_TRACE <= text.length; start++) {
        if (!earlier.some((one) => one.includes(text.slice(start, start + SHORTEST_TRACE)))) continue
        for (let unit = start; unit < start + SHORTEST_TRACE; unit++) found.add(unit)
      }
      const units = findTaintedArguments({ text }, [{ source: source('s'), texts: earlier }]).flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_none, unit) => start + unit),
      )
      expect(units).toEqual([...found].toSorted((a, b) => a - b))
    }),
  )
})

it('takes a megabyte of text and long arguments without a stall, also where everything is alike', () => {
  const spent = cpuMicros(() => {
    findTaintedArguments({ body: 'a'.repeat(64 * 1024) }, [from('s', 'a'.repeat(1024 * 1024))])
    findTaintedArguments({ body: 'ab'.repeat(32 * 1024) }, [from('s', 'ba'.repeat(512 * 1024))])
  })
  expect(spent).toBeLessThan(1_500_000)
})

it('takes no notice of what a server calls its fields', () => {
  const args = JSON.parse('{"__proto__":{"constructor":"j.marin@northwind.example"}}') as JsonObject
  expect(findTaintedArguments(args, [from('postgres', 'j.marin@northwind.example')]).map(({ path }) => path)).toEqual([
    ['__proto__', 'constructor'],
  ])
})

it('takes arguments that are wider than the stack, and is quick with deep ones', () => {
  const rows = from('postgres', 'j.marin@northwind.example')
  expect(marked({ wide: Array<number>(131_000).fill(0), mail: 'j.marin@northwind.example' }, rows)).toHaveLength(1)
  const deep = Array.from({ length: 30_000 }).reduce<JsonValue>((inner) => [inner], 'j.marin@northwind.example')
  let found: ReturnType<typeof findTaintedArguments> = []
  expect(cpuMicros(() => (found = findTaintedArguments({ deep }, [rows])))).toBeLessThan(500_000)
  expect(found[0]?.path).toHaveLength(30_001)
})

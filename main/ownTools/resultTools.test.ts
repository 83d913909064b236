import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import type { ReadableText } from './readableText'
import { readResult, searchResult } from './resultTools'

const { signal } = new AbortController()
const readable = (text: string): ReadableText => ({ characters: text.length, slice: (from, to) => text.slice(from, to) })
const body = Array.from({ length: 40_000 }, (_, index) => `line ${index}`).join('\n')
const of = { serverId: ServerId.parse('files'), tool: 'log' }
const open = (handle: string) => (handle === 'ab12cd34' ? { text: readable(body), of } : undefined)

async function read(from: number, characters?: number) {
  const asked = { result: 'ab12cd34', from, ...(characters !== undefined && { characters }) }
  const { content, structuredContent, of: whose } = await readResult(open).run(asked, signal)
  return { text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''), told: structuredContent, whose }
}
async function search(query: string, from = 0, text = body) {
  const found = await searchResult(() => ({ text: readable(text), of })).run({ result: 'x', query, from }, signal)
  return found.structuredContent as { readonly found: readonly number[]; readonly note?: string }
}

it('reads a result from end to end in pieces that join, as the words of its server, and up to 30,000 characters at once', async () => {
  let all = ''
  for (let from = 0; from < body.length; from += 8_000) all += (await read(from)).text
  expect(all).toBe(body)
  expect(await read(8_000)).toMatchObject({ told: { from: 8_000, to: 16_000, note: 'Read on from 16000.' }, whose: of })
  expect((await read(0, 30_000)).text).toBe(body.slice(0, 30_000))
  expect((await read(body.length - 10)).told).toMatchObject({ note: 'This is its end.' })
  expect(await read(10 ** 9)).toMatchObject({ text: '', told: { from: body.length, to: body.length } })
})

it('does not call the end of what was kept the end of a result', async () => {
  const cut = readResult(() => ({ text: { ...readable('abc'), cut: true }, of }))
  expect((await cut.run({ result: 'x' }, signal)).structuredContent).toMatchObject({ note: 'No more of it was kept.' })
})

it('finds words at the characters at which they stand, in any case, also across the pieces that are searched and beside letters that grow', async () => {
  for (const index of [0, 7, 6_000, 39_999]) {
    const { found } = await search(`LINE ${index}\n`.trim())
    expect(body.slice(found[0])).toMatch(new RegExp(`^line ${index}`))
  }
  const window = 64 * 1024
  expect((await search('needle', 0, `${'x'.repeat(window - 3)}needle${'y'.repeat(window)}`)).found).toEqual([window - 3])
  expect((await search('ankara', 0, 'İstanbul, Ankara')).found).toEqual([10])
})

it('takes what is searched for as it is written, and tells where to go on after twenty', async () => {
  expect((await search('a.c(', 0, 'abc( a.c( x')).found).toEqual([5])
  const first = await search('line')
  expect([first.found.length, first.note]).toEqual([20, expect.stringContaining('search again from')])
  expect((await search('line', (first.found.at(-1) ?? 0) + 1)).found[0]).toBeGreaterThan(first.found.at(-1) ?? 0)
  expect(await search('nowhere')).toEqual({ found: [] })
})

it('opens no result that the conversation does not have', async () => {
  for (const handle of ['', 'ab12cd3', '%', 'ab12cd34:whole'])
    await expect(readResult(open).run({ result: handle }, signal)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

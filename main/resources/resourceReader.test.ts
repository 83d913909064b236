import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { defaultLimits, type Limits } from '../../shared/domain/defaultLimits'
import { AppError } from '../../shared/errors/appError'
import { systemClock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { ResourceReader, type ReadSource, type SourceRead } from './resourceReader'

const [a, b] = [ServerId.parse('a'), ServerId.parse('b')]
const signal = new AbortController().signal

/** A source with a counter in its answers, so that a copy differs from a new read. */
class CountingSource implements ReadSource {
  readonly resourceUpdates = new Emitter<{ readonly serverId: ServerId; readonly uri: string }>()
  readonly relaunched = new Emitter<ServerId>()
  reads = 0
  more: Partial<SourceRead> = { ttlMs: 60_000 }
  failure: AppError | undefined
  /** Runs while the answer is on its way. */
  meanwhile: () => void = () => undefined

  readResource(serverId: ServerId, { uri }: { readonly uri: string }): Promise<SourceRead> {
    if (this.failure) return Promise.reject(this.failure)
    const text = `${serverId} ${uri} ${++this.reads}`
    this.meanwhile()
    return Promise.resolve({ items: [{ uri, text }], bytes: text.length, asked: false, ...this.more })
  }
}

function bench(limits: Partial<Limits> = {}) {
  const source = new CountingSource()
  let now = 1_000
  const clock = { ...systemClock, now: () => now }
  const reader = new ResourceReader({ source, clock, limits: () => ({ ...defaultLimits, ...limits }) })
  const read = async (serverId: ServerId, uri: string, how: { again?: boolean; whole?: boolean } = {}) => {
    const { items, stale } = await reader.read(serverId, uri, how, signal)
    return stale === undefined ? items[0]?.text : `${items[0]?.text} (${stale.code})`
  }
  const pass = (ms: number): void => {
    now += ms
  }
  return { source, reader, read, pass }
}

it('CA-01, CA-05: gives a copy only for the same address of the same server', async () => {
  const { read } = bench()
  expect([await read(a, 'x:1'), await read(a, 'x:1'), await read(a, 'x:2'), await read(b, 'x:1'), await read(b, 'x:1')]).toEqual([
    'a x:1 1',
    'a x:1 1',
    'a x:2 2',
    'b x:1 3',
    'b x:1 3',
  ])
})

it('CA-02: keeps nothing that came after a question was answered', async () => {
  const { source, read } = bench()
  source.more = { ttlMs: 60_000, asked: true }
  expect([await read(a, 'x:1'), await read(a, 'x:1')]).toEqual(['a x:1 1', 'a x:1 2'])
})

it('CA-03: gives a copy as long as its server calls it fresh and no longer, and never one without a time', async () => {
  const { source, read, pass } = bench()
  const first = await read(a, 'x:1')
  pass(59_999)
  const fresh = await read(a, 'x:1')
  pass(1)
  const after = await read(a, 'x:1')
  source.more = {}
  expect([first, fresh, after, await read(a, 'x:2'), await read(a, 'x:2')]).toEqual(['a x:1 1', 'a x:1 1', 'a x:1 2', 'a x:2 3', 'a x:2 4'])
})

it('CA-05: gives nothing to another account: a server that is started in another way begins with nothing', async () => {
  const { source, read } = bench()
  await read(a, 'x:1')
  source.relaunched.emit(a)
  source.failure = new AppError('SERVER_UNREACHABLE', 'Gone')
  await expect(read(a, 'x:1')).rejects.toThrow('Gone')
})

it('CA-06: reads again at once after the server told of a change, of the resource or of a part of it, also while it was being read', async () => {
  const { source, read } = bench()
  await read(a, 'x:books')
  await read(a, 'x:booklets')
  source.resourceUpdates.emit({ serverId: a, uri: 'x:books/1' })
  const changed = [await read(a, 'x:books'), await read(a, 'x:booklets')]
  source.meanwhile = () => source.resourceUpdates.emit({ serverId: a, uri: 'x:3' })
  await read(a, 'x:3')
  source.meanwhile = () => undefined
  expect([...changed, await read(a, 'x:3')]).toEqual(['a x:books 3', 'a x:booklets 2', 'a x:3 5'])
})

it('CA-07: gives the last copy with the reason when the server cannot be reached, and fails when the resource is gone', async () => {
  const { source, read, pass } = bench()
  await read(a, 'x:1')
  pass(60_000)
  source.failure = new AppError('SERVER_UNREACHABLE', 'a cannot be reached')
  const old = await read(a, 'x:1')
  source.failure = new AppError('NOT_FOUND', 'a has no such resource')
  expect(old).toBe('a x:1 1 (SERVER_UNREACHABLE)')
  await expect(read(a, 'x:1')).rejects.toThrow('no such resource')
})

it('CA-07: gives no older copy when the server itself refuses: it may have taken the access away', async () => {
  const { source, read, pass } = bench()
  await read(a, 'x:1')
  pass(60_000)
  source.failure = new AppError('SERVER_ERROR', 'a refused the request (403)')
  await expect(read(a, 'x:1')).rejects.toThrow('a refused the request (403)')
})

it('CA-09: reads again when a person wants it, and keeps what came', async () => {
  const { read } = bench()
  expect([await read(a, 'x:1'), await read(a, 'x:1', { again: true }), await read(a, 'x:1')]).toEqual(['a x:1 1', 'a x:1 2', 'a x:1 2'])
})

it('cuts what is long for the screen, and gives all of it when it is wanted', async () => {
  const { source, reader } = bench({ resultBytesToScreen: 10 })
  source.more = {
    ttlMs: 60_000,
    items: [
      { uri: 'x:a', text: 'äöü' },
      { uri: 'x:b', blob: 'AAAABBBBCCCC' },
      { uri: 'x:c', text: 'left' },
    ],
  }
  const cut = await reader.read(a, 'x:1', {}, signal)
  const whole = await reader.read(a, 'x:1', { whole: true }, signal)
  expect(cut.items).toEqual([
    { uri: 'x:a', text: 'äöü' },
    { uri: 'x:b', blob: 'AAAA', cut: true },
    { uri: 'x:c', text: '', cut: true },
  ])
  expect([whole.items, source.reads]).toEqual([source.more.items, 1])
})

it('keeps only so many bytes of one server, and throws out what was read first', async () => {
  const { source, read } = bench({ resourceBytesCached: 25 })
  source.more = { ttlMs: 60_000, bytes: 10 }
  for (const uri of ['x:1', 'x:2', 'x:3']) await read(a, uri)
  expect([await read(a, 'x:3'), await read(a, 'x:2'), await read(a, 'x:1')]).toEqual(['a x:3 3', 'a x:2 2', 'a x:1 4'])
})

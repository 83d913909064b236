import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../shared/domain/connectionState'
import { ServerId } from '../../shared/domain/ids'
import type { ErrorReason } from '../../shared/errors/appError'
import { MemoryMeter } from '../testing/memoryMeter'
import { StallMeter, threadCpuMs } from '../testing/stallMeter'
import { TestHost } from '../testing/testHost'

const honest = ServerId.parse('honest')
const script = join(import.meta.dirname, '../testing/floodServer.mjs')
const modern = { command: process.execPath, args: [script, '2026'] }
const local = { command: process.execPath, args: [script] }
const MB = 1024 * 1024
/** How often an honest server is called at least, before the flood and while it lasts. */
const CALLS = 8

interface Remote extends AsyncDisposable {
  readonly url: string
}

/** Starts the hostile server over HTTP, in a process of its own. */
async function startRemote(): Promise<Remote> {
  const child: ChildProcess = spawn(process.execPath, [script, 'http'], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('No output')
  const [port]: unknown[] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${Number(String(port))}/mcp`,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function startHost(hostile: readonly ServerId[], entry: object): Promise<TestHost> {
  const mcpServers = { ...Object.fromEntries(hostile.map((id) => [id, entry])), honest: local }
  const host = await TestHost.start({ files: { 'servers.json': { mcpServers } } })
  await host.until('connections.states', (states) => [...hostile, honest].every((id) => states[id]?.phase === 'ready'))
  return host
}

/** Calls a tool. Returns how long that took in milliseconds, and why it failed if it did. */
async function callTool(host: TestHost, serverId: ServerId, tool: string) {
  const began = performance.now()
  const { conversationId } = await host.call('chat.create', { model: 'none' })
  await host.call('chat.runTool', { conversationId, serverId, tool, arguments: {} })
  await host.until('chat.conversations', (list) => ['done', 'failed'].includes(list.find(({ id }) => id === conversationId)?.turn ?? ''))
  const took = performance.now() - began
  const { messages } = (await host.call('chat.open', { conversationId })).conversation
  const [call] = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'call' ? [part.call] : [])))
  return { took, failed: call?.error?.reason }
}

/** What a call of the honest server costs, in the middle. */
interface MedianCall {
  /** The processor time of this thread between the call and its result: with what the host did for others meanwhile. */
  readonly threadMs: number
  readonly ms: number
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Calls the honest server a few times, and then for as long as `lasts`. */
async function medianCall(host: TestHost, lasts: () => boolean): Promise<MedianCall> {
  const calls: MedianCall[] = []
  while (calls.length < CALLS || lasts()) {
    const before = threadCpuMs()
    const { took } = await callTool(host, honest, 'nothing')
    calls.push({ threadMs: threadCpuMs() - before, ms: took })
  }
  return { threadMs: median(calls.map((call) => call.threadMs)), ms: median(calls.map((call) => call.ms)) }
}

/**
 * Twice the time is the limit, as far as the host is to blame: the call takes longer, and this thread worked longer. Each alone says nothing: in
 * time by the clock, servers that flood slow each other and everything else on the computer; and the thread may well work for others while the
 * call waits for its server. By the clock alone, only what a person would call hanging counts.
 */
function slowedBy(before: MedianCall, during: MedianCall): string {
  const told = `calls take ${Math.round(during.threadMs)} ms of the thread, ${Math.round(during.ms)} ms in all (before: ${Math.round(before.threadMs)} ms, ${Math.round(before.ms)} ms)`
  const worked = during.threadMs > 2 * before.threadMs + 20
  const waited = during.ms > 2 * before.ms + 20
  return (worked && waited) || during.ms > 4 * before.ms + 500 ? told : 'not slowed'
}

const reasonOf = (state: ConnectionState | undefined): unknown => (state && 'error' in state ? state.error.reason : state?.phase)

/** For how long nothing may hold the thread, in processor time. */
const HELD_MS = 100
/** For how long the thread may stand still by the clock. The machine may be slow, so this is only for what waits on purpose. */
const WAITED_MS = 2_000

/** So much more memory than before a flood is much. */
const FILLED_MB = 300

/** How often a flood is measured before it counts as too slow. */
const MEASURED = 3

/**
 * Lets servers flood the host while an honest one works beside them. Returns what a person would notice. What Parley does too slowly it does
 * each time; what other programs of the computer do to one measurement is gone in the next.
 */
async function flood(entry: object, tools: readonly string[], ends: boolean) {
  for (let round = 1; ; round++) {
    const noticed = await floodOnce(entry, tools, ends)
    if (round === MEASURED || (noticed.held === unharmed.held && noticed.slowed === unharmed.slowed)) return noticed
  }
}

async function floodOnce(entry: object, tools: readonly string[], ends: boolean) {
  const isModern = entry === modern
  const hostile = tools.map((_tool, index) => ServerId.parse(`hostile${index}`))
  await using host = await startHost(hostile, entry)
  const before = await medianCall(host, () => false)
  using stalls = new StallMeter()
  using memory = new MemoryMeter(FILLED_MB * MB, stalls.aside)
  let lasts = true
  const calls = Promise.all(hostile.map((id, index) => callTool(host, id, tools[index] ?? ''))).finally(() => (lasts = false))
  const during = await medianCall(host, () => lasts)
  const failed = (await calls).map((call) => call.failed)
  const states = await host.until('connections.states', (all) => !ends || hostile.every((id) => all[id]?.phase === 'failed'))
  const grown = memory.mostBytes() / MB
  const { longestMs, longestClockMs } = stalls
  return {
    // A server that stays has only its call ended.
    hostile: hostile.map((id, index) => (isModern && states[id]?.phase === 'ready' ? failed[index] : reasonOf(states[id]))),
    honest: reasonOf(states[honest]),
    held: heldBy(longestMs, longestClockMs),
    filled: grown > 0 ? `grew by ${Math.round(grown)} MB` : 'not filled',
    slowed: slowedBy(before, during),
  }
}

function heldBy(longestMs: number, longestClockMs: number): string {
  if (longestMs > HELD_MS) return `held for ${Math.round(longestMs)} ms`
  return longestClockMs > WAITED_MS ? `stood still for ${Math.round(longestClockMs)} ms` : 'not held'
}

const unharmed = { honest: 'ready', held: 'not held', filled: 'not filled', slowed: 'not slowed' }

describe('a local server that floods Parley', { tags: ['slow'] }, () => {
  it.each<[tool: string, reason: ErrorReason]>([
    ['pings', 'transport.tooManyRequests'],
    ['pingsWithoutReading', 'transport.tooManyRequests'],
    ['forms', 'transport.tooManyRequests'],
    ['sampling', 'transport.tooManyRequests'],
    ['listChanged', 'transport.tooManyMessages'],
    ['tasks', 'transport.tooManyMessages'],
    ['unknownNotifications', 'transport.tooManyMessages'],
    ['answersToNothing', 'transport.tooManyMessages'],
    ['noise', 'transport.tooManyMessages'],
    ['oddMessages', 'transport.tooManyMessages'],
  ])('J30, J31: neither holds nor fills it, and is ended with the reason: %s', { timeout: 120_000 }, async (tool, reason) => {
    expect(await flood(local, [tool], true)).toEqual({ hostile: [reason], ...unharmed })
  })

  it.each(['pingsWithLongIds', 'batchOfPings', 'batchOfListChanged', 'logs', 'progress', 'oversized', 'wide', 'manyBlocks', 'deep'])(
    'J12, J32: neither holds nor fills it, and may stay: %s',
    { timeout: 120_000 },
    async (tool) => {
      expect(await flood(local, [tool], false)).toEqual({ hostile: ['ready'], ...unharmed })
    },
  )
})

describe('a remote server that floods Parley', { tags: ['slow'] }, () => {
  it.each<[tool: string, reason: ErrorReason]>([
    ['pings', 'transport.doesNotRead'],
    ['listChanged', 'transport.tooManyMessages'],
    ['manyHeaders', 'session.unreachableBecause'],
  ])('J31, J33: neither holds nor fills it, and is ended with the reason: %s', { timeout: 120_000 }, async (tool, reason) => {
    await using remote = await startRemote()
    expect(await flood({ url: remote.url }, [tool], true)).toEqual({ hostile: [reason], ...unharmed })
  })

  it.each(['endlessBody', 'endlessEvent', 'wide', 'manyBlocks', 'deep'])(
    'J15, J32: neither holds nor fills it, and may stay: %s',
    { timeout: 120_000 },
    async (tool) => {
      await using remote = await startRemote()
      expect(await flood({ url: remote.url }, [tool], false)).toEqual({ hostile: ['ready'], ...unharmed })
    },
  )
})

describe('many servers that flood Parley at once', { tags: ['slow'] }, () => {
  it('J31: neither hold nor fill it together, and each is ended with the reason', { timeout: 240_000 }, async () => {
    const requests = ['pings', 'forms', 'sampling', 'pings', 'forms'] as const
    const messages = ['listChanged', 'unknownNotifications', 'answersToNothing'] as const
    expect(await flood(local, [...requests, ...messages], true)).toEqual({
      hostile: [...requests.map(() => 'transport.tooManyRequests'), ...messages.map(() => 'transport.tooManyMessages')],
      ...unharmed,
    })
  })

  it('J31, J32: nor with messages that are heavy one by one', { timeout: 240_000 }, async () => {
    const kinds = ['wide', 'wide', 'manyBlocks', 'manyBlocks', 'oversized', 'oversized', 'progress', 'logs'] as const
    const { hostile, ...rest } = await flood(local, kinds, false)
    expect([new Set(hostile), rest]).toEqual([new Set(['ready']), unharmed])
  })
})

describe('a server of the 2026 era that answers every call with questions', { tags: ['slow'] }, () => {
  it.each<[tool: string, reason: ErrorReason]>([
    ['stateForEver', 'calls.tooManyRounds'],
    ['askThousand', 'calls.tooManyQuestions'],
    ['askMillion', 'transport.tooManyMembers'],
    ['askHuge', 'calls.questionsTooLarge'],
    ['hugeState', 'calls.requestStateTooLarge'],
    ['unknownKinds', 'calls.unknownRequest'],
  ])('J35: neither holds nor fills Parley, and its call ends with the reason: %s', { timeout: 120_000 }, async (tool, reason) => {
    expect(await flood(modern, [tool], false)).toEqual({ hostile: [reason], ...unharmed })
  })

  it('J31, J35: nor do ten of them', { timeout: 240_000 }, async () => {
    const tools = ['stateForEver', 'askThousand', 'askMillion', 'askHuge', 'hugeState'] as const
    const ended = [
      'calls.tooManyRounds',
      'calls.tooManyQuestions',
      'transport.tooManyMembers',
      'calls.questionsTooLarge',
      'calls.requestStateTooLarge',
    ]
    expect(await flood(modern, [...tools, ...tools], false)).toEqual({ hostile: [...ended, ...ended], ...unharmed })
  })
})

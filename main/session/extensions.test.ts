import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Era } from '../../shared/domain/connectionState'
import type { Launch, ServerConfig } from '../../shared/domain/server'
import { sampleServer } from '../../shared/testing/sampleServer'
import { define, failureOf, serverId, testPool } from '../connections/testing/poolFixture'
import { clientCapabilities } from './clientCapabilities'
import { extensions, type Extension } from './extensionHandlers'
import { createSessionExtensions } from './sessionExtensions'

const [tasks, skills, apps, hologram] = [
  'io.modelcontextprotocol/tasks',
  'io.modelcontextprotocol/skills',
  'io.modelcontextprotocol/ui',
  'com.example/hologram',
]
const eras = ['2025', '2026'] as const

const launchOf = (era: Era): Launch => ({
  kind: 'stdio',
  command: process.execPath,
  args: [join(import.meta.dirname, '../connections/testing/extensionServer.mjs'), era],
  env: {},
})

/** What a server of this era makes of an extension of a vendor that Parley has code for. */
function vendorExtension(moved: unknown[]): Extension {
  return {
    id: hologram,
    eras,
    results: {
      [hologram]: {
        answers: ['tools/call'],
        read: ({ layers }) => ({ content: [{ type: 'text', text: `seen through: ${String(layers)}` }] }),
      },
    },
    notifications: { 'notifications/com.example/moved': (params, from) => void moved.push([from, params]) },
    requests: {
      'com.example/ask': async (params, from) => {
        moved.push([from, params])
        return { answer: 'because' }
      },
    },
  }
}

/** A server of the era, connected, and what it sent with unknown methods. */
async function connected(era: Era, server: Partial<ServerConfig> = {}, spoken?: readonly Extension[]) {
  const test = testPool([define('x', launchOf(era), server)], { ...(spoken && { deps: { extensions: spoken } }) })
  const unknown: Parameters<Parameters<typeof test.pool.logMessages.subscribe>[0]>[0][] = []
  test.pool.logMessages.subscribe((message) => void unknown.push(message))
  await test.pool.start(serverId('x'))
  const textOf = async (tool: string): Promise<string> => {
    const [block] = (await test.call('x', tool)).content
    return block?.type === 'text' ? block.text : ''
  }
  const heard = async (): Promise<{ claims: string[]; answers: unknown[]; asked: string[] }> => JSON.parse(await textOf('heard'))
  return { test, unknown, textOf, heard, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() }
}

it('EX-01, EX-05: names every extension with a prefix and gives it an object of settings, and makes up none of its own', () => {
  const ways: readonly ServerConfig['auth'][] = [
    { kind: 'person' },
    { kind: 'client', clientId: 'c' },
    { kind: 'enterprise', clientId: 'c' },
  ]
  const claims = ways.flatMap((auth) => {
    const server = sampleServer('x', { launch: { kind: 'http', url: 'https://x.test', headers: {}, transport: 'auto' }, auth })
    const ofEra = createSessionExtensions(server)
    return eras.flatMap((era) =>
      Object.entries(clientCapabilities(era, { sampling: true, extensions: ofEra(era).claimed }).extensions ?? {}),
    )
  })
  expect(new Set(claims.map(([name]) => name))).toEqual(new Set(extensions.map(({ id }) => id)))
  expect(claims.filter(([name, settings]) => !name.startsWith('io.modelcontextprotocol/') || typeof settings !== 'object')).toEqual([])
})

describe.each(eras)('with a server of the %s era', (era) => {
  it('EX-02, EX-03: claims the extensions of the protocol, no vendor’s, and uses what both sides named', async () => {
    await using session = await connected(era)
    const { claims, asked } = await session.heard()
    const state = await session.test.until('x', 'ready')
    const spoken = era === '2026' ? [skills, tasks, apps] : [skills, apps]
    expect([claims, asked.includes('skills/list'), state.abilities, state.extensions]).toEqual([
      spoken,
      true,
      era === '2026' ? ['tasks', 'skills'] : ['skills'],
      { ids: [tasks, skills, hologram], more: 0 },
    ])
  })

  it('EX-03: claims and uses nothing that the user or a policy switched off, and connects anew when that changes', async () => {
    await using session = await connected(era)
    const before = (await session.test.until('x', 'ready')).connectionId
    const limit = { deny: ['*/skills'], by: 'Atlas IT', ask: { id: 'policy.ask', params: { name: 'Atlas IT' } } } as const
    const server = define('x', launchOf(era), { extensions: { [tasks]: false, [skills]: true }, extensionLimits: [limit] })
    const { pool, registry } = session.test
    pool.startEnabled()
    registry.set([server])
    const state = () => pool.state(serverId('x'))
    await expect.poll(() => state()).toMatchObject({ phase: 'ready', connectionId: expect.not.stringMatching(before) })
    const { claims, asked } = await session.heard()
    expect([claims, asked.includes('skills/list'), state()]).toMatchObject([[apps], false, { abilities: [] }])
  })

  it('EX-05: claims a vendor’s extension where it is switched on and there is code for it, and nowhere else', async () => {
    const choice = { extensions: { [hologram]: true } }
    await using withCode = await connected(era, choice, [...extensions, vendorExtension([])])
    await using withoutCode = await connected(era, choice)
    await using withoutChoice = await connected(era, {}, [...extensions, vendorExtension([])])
    const claims = await Promise.all(
      [withCode, withoutCode, withoutChoice].map(async (session) => (await session.heard()).claims.includes(hologram)),
    )
    expect(claims).toEqual([true, false, false])
  })

  it('EX-04: gives the results and notifications of a claimed extension to its code', async () => {
    const moved: unknown[] = []
    await using session = await connected(era, { extensions: { [hologram]: true } }, [...extensions, vendorExtension(moved)])
    expect([await session.textOf('foreign'), await session.textOf('notify')]).toEqual(['seen through: front,back', '"told"'])
    expect(moved).toEqual([[{ serverId: 'x' }, { to: [1, 2] }]])
  })

  it('SE-19: keeps a notification with an unknown method for a person to see, with its method and parameters', async () => {
    await using session = await connected(era)
    await session.textOf('notify')
    const told = session.unknown.map(({ serverId: server, unknown, logger, data }) => ({ server, unknown, logger, data }))
    const moved = { server: 'x', unknown: 'notification', logger: 'notifications/com.example/moved', data: { to: [1, 2] } }
    // Tasks are claimed only to the newer server. To the older one their notification means nothing.
    const ofTasks = { server: 'x', unknown: 'notification', logger: 'notifications/tasks', data: expect.objectContaining({ taskId: 't1' }) }
    expect(told).toEqual(era === '2026' ? [moved] : [moved, ofTasks])
  })

  it('SE-19: counts what comes too fast, so that a flood of notifications neither ends the server nor goes unseen', async () => {
    await using session = await connected(era)
    await session.textOf('flood')
    await expect.poll(() => session.unknown.at(-1)?.data).toEqual({ number: 999 })
    const seen = session.unknown.reduce((count, { dropped = 0 }) => count + 1 + dropped, 0)
    expect([seen, session.unknown.length < 1_000, await session.textOf('notify')]).toEqual([1_000, true, '"told"'])
  })
})

it('JR-07: refuses a request with an unknown method of an older server with -32601, and shows it', async () => {
  await using session = await connected('2025')
  await session.textOf('ask')
  const { answers } = await session.heard()
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 'com.example/ask', error: { code: -32601, message: 'Method not found' } })
  expect(session.unknown).toMatchObject([{ unknown: 'refused', logger: 'com.example/ask', data: { question: 'why' } }])
})

it('EX-04: has a request of a claimed extension answered by its code, and refuses it where the extension is off', async () => {
  const moved: unknown[] = []
  const spoken = [...extensions, vendorExtension(moved)]
  await using session = await connected('2025', { extensions: { [hologram]: true } }, spoken)
  await session.textOf('ask')
  expect((await session.heard()).answers).toContainEqual({ jsonrpc: '2.0', id: 'com.example/ask', result: { answer: 'because' } })
  expect([moved, session.unknown]).toEqual([[[{ serverId: 'x' }, { question: 'why' }]], []])
  await using off = await connected('2025', {}, spoken)
  await off.textOf('ask')
  expect((await off.heard()).answers).toContainEqual(
    expect.objectContaining({ id: 'com.example/ask', error: expect.objectContaining({ code: -32601 }) }),
  )
  expect(moved.length).toBe(1)
})

it('JR-07: never answers a request of a newer server, whatever its method, and shows it', async () => {
  await using session = await connected('2026')
  await session.textOf('ask')
  const { answers } = await session.heard()
  expect([answers, session.unknown.map(({ unknown, logger }) => [unknown, logger])]).toEqual([
    [],
    [
      ['unanswered', 'com.example/ask'],
      ['unanswered', 'elicitation/create'],
    ],
  ])
})

it('JR-07: answers none of a newer server’s requests with a refusal either when there are very many', async () => {
  await using session = await connected('2026')
  // Twice as many as may be open at once.
  for (let round = 0; round < 256; round++) await session.textOf('ask')
  expect((await session.heard()).answers).toEqual([])
})

it('EX-04: runs a call of a newer server as a task, and none where tasks are switched off', async () => {
  await using on = await connected('2026')
  await using off = await connected('2026', { extensions: { [tasks]: false } })
  expect(await on.textOf('task')).toBe('done in its own time')
  expect(await failureOf(off.test.call('x', 'task'))).toMatchObject({
    code: 'PROTOCOL_ERROR',
    reason: 'session.resultSwitchedOff',
    params: { server: 'x', type: 'task', extension: tasks },
  })
})

it('EX-04, JR-03: refuses a result of a kind that Parley has not offered to take by its name, and keeps it as evidence', async () => {
  await using session = await connected('2026')
  expect(await failureOf(session.test.call('x', 'foreign'))).toMatchObject({
    code: 'PROTOCOL_ERROR',
    reason: 'session.unknownResult',
    params: { server: 'x', type: hologram },
    said: '{"resultType":"com.example/hologram","layers":["front","back"]}',
  })
})

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock'
import { AccountFixture } from '../oauth/testing/accountFixture'
import { FakeAuthorizationServer } from '../oauth/testing/fakeAuthorizationServer'
import { fakeProtectedServer } from '../oauth/testing/fakeProtectedServer'
import { secondProcess } from '../storage/testing/secondProcess'

describe('two Parleys with one data folder', () => {
  it('renew a sign-in once for both, with a refresh token that is good only once', async () => {
    await using issuer = await FakeAuthorizationServer.start({ lifetime: 3600 })
    await using server = await fakeProtectedServer({ issuers: () => [issuer.issuer], accepts: (token) => issuer.access.has(token) })
    await using parley = new AccountFixture({ clock: systemClock })
    const target = parley.add('files', server.url)
    await parley.signIn(target, issuer)
    issuer.access.clear()
    const script = new URL('../oauth/testing/secondTokenProvider.ts', import.meta.url)
    const others = [0, 1].map(() => secondProcess(script, [parley.folder.path, server.url]))
    const lines = others.map((child) => createInterface({ input: child.stdout ?? process.stdin }))
    await Promise.all(lines.map((line) => once(line, 'line')))
    const said = Promise.all(lines.map(async (line): Promise<unknown> => JSON.parse(String((await once(line, 'line'))[0]))))
    for (const child of others) child.stdin?.write('go\n')
    const own = await Promise.all(Array.from({ length: 8 }, () => parley.link(target).fetch()))
    expect(own.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await said).toEqual(Array(2).fill({ statuses: Array(8).fill(200), refusals: 0 }))
    expect([issuer.tokenRequests().length, [...issuer.refreshTokens.values()].filter(({ used }) => !used).length]).toEqual([1, 1])
    for (const child of others) child[Symbol.dispose]()
  })
})

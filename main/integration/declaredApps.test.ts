import { expect, it } from 'vitest'
import type { DeclaredApp } from '../../shared/domain/apps/app'
import { AppHost, board } from '../testing/appHost'

const api = 'https://api.board.example'
const page = 'ui://board/page'

async function declaredIn({ host }: AppHost): Promise<DeclaredApp> {
  const found = (await host.call('apps.declared', { serverId: board })).find(({ resourceUri }) => resourceUri === page)
  if (!found || !('hash' in found)) throw new Error('The page was not read')
  return found
}
const allow = ({ host }: AppHost, { resourceUri, hash }: DeclaredApp, origin: string) =>
  host.call('apps.grantDeclared', { serverId: board, resourceUri, hash, thing: { kind: 'origin', origin } })

// Catches: what the apps of a server ask for is known only after one of them ran, or something is granted that its page does not name.
it('AP-08: the page of a server says what each of its apps declares before any ran, and grants one thing of it after the other', async () => {
  await using test = await AppHost.start()
  const declared = await declaredIn(test)
  expect(declared).toMatchObject({
    tools: ['show_page'],
    declared: { reach: { connect: [api, 'https://live.board.example'], load: ['https://*.cdn.example'], frames: [] }, permissions: [] },
  })
  expect(test.host.computed('apps.grants')).toEqual([])
  await allow(test, declared, api)
  await allow(test, declared, 'https://*.cdn.example')
  const origins = [api, 'https://*.cdn.example']
  expect(test.host.computed('apps.grants')).toMatchObject([{ serverId: board, resourceUri: page, grant: { origins, ownCode: false } }])
  // It holds for the app that starts.
  expect((await test.start()).grant.origins).toEqual(origins)
  await test.host.call('apps.takeBack', { serverId: board, resourceUri: page, thing: { kind: 'origin', origin: api } })
  await test.ended()
  expect((await test.start()).grant.origins).toEqual(['https://*.cdn.example'])
  const undeclared = allow(test, declared, 'https://evil.example')
  await expect(undeclared).rejects.toMatchObject({ code: 'CONFLICT', reason: 'apps.notDeclared' })
  const another = allow(test, { ...declared, hash: 'another' }, api)
  await expect(another).rejects.toMatchObject({ code: 'CONFLICT', reason: 'apps.outOfDate' })
})

it('an interface that cannot be read says why, and the others are there', async () => {
  await using test = await AppHost.start()
  const all = await test.host.call('apps.declared', { serverId: board })
  const errorOf = (uri: string) => all.flatMap((one) => (one.resourceUri === uri && 'error' in one ? [one.error.code] : []))
  expect(errorOf('ui://board/large')).toEqual(['MESSAGE_TOO_LARGE'])
  expect(errorOf('ui://board/wrong-type')).toEqual(['UNTRUSTED_CONTENT'])
  expect(errorOf('ui://board/nowhere')).toHaveLength(1)
  expect(errorOf(page)).toEqual([])
})

// Catches: a page that became another one keeps what was granted to it, or gets what a person granted to the one that they saw.
it('L25: a page that is another one each time it is read has lost what was granted to it, and is granted nothing by its old hash', async () => {
  await using test = await AppHost.start({ args: ['--changes'] })
  const first = await declaredIn(test)
  await allow(test, first, api)
  expect(test.host.computed('apps.grants')).toHaveLength(1)
  const second = await declaredIn(test)
  expect(second.hash).not.toBe(first.hash)
  expect(test.host.computed('apps.grants')).toEqual([])
  await expect(allow(test, first, api)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'apps.outOfDate' })
})

it('nothing is read of a server whose apps are switched off, or that is not ready', async () => {
  await using test = await AppHost.start()
  const declared = await declaredIn(test)
  await test.host.call('servers.stop', { serverId: board })
  await expect(declaredIn(test)).rejects.toMatchObject({ code: 'SERVER_NOT_READY' })
  await test.host.call('servers.setExtension', { serverId: board, extension: 'io.modelcontextprotocol/ui', on: false })
  await expect(declaredIn(test)).rejects.toMatchObject({ code: 'POLICY' })
  await expect(allow(test, declared, api)).rejects.toMatchObject({ code: 'POLICY' })
})

import { expect, it } from 'vitest'
import type { Account } from '../../shared/domain/account'
import type { ServerConfig } from '../../shared/domain/server'
import { AccountId, ServerId } from '../../shared/domain/ids'
import { sampleServer } from '../../shared/testing/sampleServer'
import { ServerExposure } from './serverExposure'
import type { ExposureTool } from './inferExposure'

const news = ServerId.parse('news')
const fetches: ExposureTool = { name: 'fetch', annotations: { openWorldHint: true } }

function bench(accepted: readonly ExposureTool[] = []) {
  const facts = {
    servers: [sampleServer('news')] as readonly ServerConfig[],
    tools: [] as readonly ExposureTool[],
    accounts: [] as readonly Account[],
  }
  const exposure = new ServerExposure({
    servers: () => facts.servers,
    toolsOf: () => facts.tools,
    acceptedTools: () => accepted,
    accounts: () => facts.accounts,
  })
  let told = 0
  exposure.changes.subscribe(() => told++)
  return { facts, exposure, told: () => told }
}

it('tells of what changed, once', () => {
  const { facts, exposure, told } = bench()
  exposure.look()
  facts.tools = [fetches]
  exposure.look()
  exposure.look()
  expect([exposure.of(news).sendsOut.is, told()]).toEqual([true, 1])
})

it('goes on with what a server last offered after it stopped, and with what the user accepted before it starts', () => {
  const { facts, exposure } = bench()
  facts.tools = [fetches]
  exposure.look()
  facts.tools = []
  exposure.look()
  expect([exposure.of(news).bringsOutside.is, bench([fetches]).exposure.of(news).bringsOutside.is]).toEqual([true, true])
})

it('reckons with the worst of what a removed server has brought', () => {
  const { facts, exposure } = bench()
  facts.servers = []
  exposure.look()
  const { readsPrivate, bringsOutside, sendsOut } = exposure.of(news)
  expect([readsPrivate.is, bringsOutside.is, sendsOut.is]).toEqual([true, true, false])
})

it('goes on counting what a server had when somebody is signed out, or a folder is no longer shared: what it brought is still there', () => {
  const accountId = AccountId.parse('00000000-0000-4000-8000-000000000001')
  const account = {
    accountId,
    serverId: news,
    label: 'Default',
    isDefault: true,
    by: 'person',
    scopes: [],
    renews: false,
    keyBound: false,
  } as const
  const { facts, exposure } = bench()
  const isPrivate = (): boolean => (exposure.look(), exposure.of(news).readsPrivate.is)
  expect(isPrivate()).toBe(false)
  facts.accounts = [{ ...account, state: 'signedIn' }]
  expect(isPrivate()).toBe(true)
  facts.accounts = [{ ...account, state: 'signedOut' }]
  expect(isPrivate()).toBe(true)
  facts.servers = [sampleServer('news', { touches: { readsPrivate: false } })]
  expect(isPrivate()).toBe(false)
})

it('does not forget that a server reaches outside when it takes away the tool that said so', () => {
  const { facts, exposure } = bench()
  facts.tools = [fetches, { name: 'note' }]
  exposure.look()
  facts.tools = [{ name: 'note' }]
  exposure.look()
  facts.tools = [{ name: 'other' }]
  exposure.look()
  expect(exposure.of(news).sendsOut.is).toBe(true)
})

import { expect, it } from 'vitest'
import type { Account } from '../../shared/domain/account'
import type { ServerDefinition } from '../../shared/domain/server'
import { ProfileId, ServerId } from '../../shared/domain/ids'
import { sampleServer } from '../../shared/testing/sampleServer'
import { ServerTouches } from './serverTouches'
import type { FlowTool } from './touchesOf'

const news = ServerId.parse('news')
const fetches: FlowTool = { name: 'fetch', annotations: { openWorldHint: true } }

function bench(accepted: readonly FlowTool[] = []) {
  const facts = {
    servers: [sampleServer('news')] as readonly ServerDefinition[],
    tools: [] as readonly FlowTool[],
    accounts: [] as readonly Account[],
  }
  const touches = new ServerTouches({
    servers: () => facts.servers,
    toolsOf: () => facts.tools,
    acceptedTools: () => accepted,
    accounts: () => facts.accounts,
  })
  let told = 0
  touches.changes.subscribe(() => told++)
  return { facts, touches, told: () => told }
}

it('tells of what changed, once', () => {
  const { facts, touches, told } = bench()
  touches.look()
  facts.tools = [fetches]
  touches.look()
  touches.look()
  expect([touches.of(news).sendsOut.is, told()]).toEqual([true, 1])
})

it('goes on with what a server last offered after it stopped, and with what the user accepted before it starts', () => {
  const { facts, touches } = bench()
  facts.tools = [fetches]
  touches.look()
  facts.tools = []
  touches.look()
  expect([touches.of(news).bringsOutside.is, bench([fetches]).touches.of(news).bringsOutside.is]).toEqual([true, true])
})

it('reckons with the worst of what a removed server has brought', () => {
  const { facts, touches } = bench()
  facts.servers = []
  touches.look()
  const { readsPrivate, bringsOutside, sendsOut } = touches.of(news)
  expect([readsPrivate.is, bringsOutside.is, sendsOut.is]).toEqual([true, true, false])
})

it('goes on counting what a server had when somebody is signed out, or a folder is no longer shared: what it brought is still there', () => {
  const profile = ProfileId.parse('00000000-0000-4000-8000-000000000001')
  const account = {
    profile,
    serverId: news,
    label: 'Default',
    isDefault: true,
    by: 'person',
    scopes: [],
    renews: false,
    keyBound: false,
  } as const
  const { facts, touches } = bench()
  const isPrivate = (): boolean => (touches.look(), touches.of(news).readsPrivate.is)
  expect(isPrivate()).toBe(false)
  facts.accounts = [{ ...account, state: 'signedIn' }]
  expect(isPrivate()).toBe(true)
  facts.accounts = [{ ...account, state: 'signedOut' }]
  expect(isPrivate()).toBe(true)
  facts.servers = [sampleServer('news', { touches: { readsPrivate: false } })]
  expect(isPrivate()).toBe(false)
})

it('does not forget that a server reaches outside when it takes away the tool that said so', () => {
  const { facts, touches } = bench()
  facts.tools = [fetches, { name: 'note' }]
  touches.look()
  facts.tools = [{ name: 'note' }]
  touches.look()
  facts.tools = [{ name: 'other' }]
  touches.look()
  expect(touches.of(news).sendsOut.is).toBe(true)
})

import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors/appError'
import { doorCalls, type Publication } from '../../shared/rpc/wire'
import type { Handlers } from './dispatch'
import { openPageSession } from './pageSession'
import { TopicHub } from './topicHub'

/** A handler table where only the named calls do something. */
function handlersWith(some: Partial<Handlers>): Handlers {
  const refuse = (): Promise<never> => Promise.reject(new AppError('INTERNAL', 'not part of this test'))
  return new Proxy(some, { get: (target, name) => Reflect.get(target, name) ?? refuse }) as Handlers
}

function open(some: Partial<Handlers> = {}) {
  const published: Publication[] = []
  const waiting = new Set<() => void>()
  const hub = new TopicHub()
  const session = openPageSession({
    handlers: handlersWith(some),
    hub,
    publish: (publication) => {
      published.push(publication)
      for (const look of waiting) look()
    },
  })
  const until = (count: number): Promise<readonly Publication[]> =>
    new Promise((resolve) => {
      const look = () => {
        if (published.length >= count) resolve(published)
      }
      waiting.add(look)
      look()
    })
  return { session, hub, published, until }
}
const conversationId = '6f8b2a0e-5a43-4b61-9c6c-0d6a5a9b7f10'

it('B06: refuses a call that is not in the contract, also one that names a property of every object', async () => {
  const { session } = open()
  const names = ['spawn', 'toString', '__proto__', 'constructor', 'rpc.eval']
  const replies = await Promise.all(names.map((name) => session.call({ id: name, name, input: { command: '/bin/sh' } })))
  expect(replies.map((reply) => !reply.ok && reply.error.code)).toEqual(names.map(() => 'NOT_FOUND'))
})

it('B06, B08: gives no topic and no feed that is not in the contract, also none that is named like a property of every object', async () => {
  const { session } = open({})
  const names = ['nothing', '__proto__', 'constructor', 'toString']
  const asked = names.flatMap((name) => [
    { name: doorCalls.watch, input: { subscription: 's', topic: name } },
    { name: doorCalls.follow, input: { subscription: 's', feed: name, key: 'k', from: 0 } },
  ])
  const replies = await Promise.all(asked.map((request, id) => session.call({ id: String(id), ...request })))
  expect(replies.map((reply) => !reply.ok && reply.error.code)).toEqual(asked.map(() => 'NOT_FOUND'))
})

it('B08: refuses input of another shape before a handler sees it, and pollutes no prototype', async () => {
  let seen = 0
  const { session } = open({
    'servers.start': async () => {
      seen += 1
    },
  })
  const hostile: unknown[] = [JSON.parse('{"__proto__":{"shell":true}}'), { serverId: 7 }, { serverId: '' }, null, 'x', []]
  const replies = await Promise.all(hostile.map((input, id) => session.call({ id: String(id), name: 'servers.start', input })))
  expect(replies.map((reply) => !reply.ok && reply.error.code)).toEqual(hostile.map(() => 'INVALID_INPUT'))
  expect([seen, Reflect.get({}, 'shell')]).toEqual([0, undefined])
})

it('turns whatever a handler throws into data', async () => {
  const { session } = open({ 'servers.start': () => Promise.reject(new TypeError('boom')) })
  expect(await session.call({ id: '1', name: 'servers.start', input: { serverId: 'a' } })).toEqual({
    ok: false,
    error: { code: 'INTERNAL', message: 'boom' },
  })
})

it('aborts the signal of a call that the page cancels, and of every call when the page leaves', async () => {
  const { session } = open({
    'chat.stop': (_input, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const cancelled = session.call({ id: '1', name: 'chat.stop', input: { conversationId } })
  const left = session.call({ id: '2', name: 'chat.stop', input: { conversationId } })
  session.cancel('1')
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'CANCELLED', reason: 'common.cancelled' } })
  session.close()
  expect(await left).toMatchObject({ ok: false, error: { code: 'CANCELLED', reason: 'rpc.pageClosed' } })
})

it('gives a watcher the value that is there, then every change, until it leaves', async () => {
  const { session, hub, published } = open()
  hub.set('chat.conversations', [])
  await session.call({ id: '1', name: 'rpc.watch', input: { subscription: 's', topic: 'chat.conversations' } })
  hub.set('servers.catalogVersions', {})
  hub.set('chat.conversations', [])
  await session.call({ id: '2', name: 'rpc.leave', input: { subscription: 's' } })
  hub.set('chat.conversations', [])
  expect(published).toEqual([
    { subscription: 's', kind: 'value', value: [] },
    { subscription: 's', kind: 'value', value: [] },
  ])
})

it('follows a feed from the last event that the page saw, many events in one publication', async () => {
  const { session, hub, until } = open()
  for (const title of ['a', 'b', 'c']) hub.append('chat.events', 'k', { type: 'titled', title })
  await session.call({ id: '1', name: 'rpc.follow', input: { subscription: 's', feed: 'chat.events', key: 'k', from: 1 } })
  hub.append('chat.events', 'k', { type: 'titled', title: 'd' })
  hub.append('chat.events', 'other', { type: 'titled', title: 'no' })
  expect(await until(1)).toEqual([
    {
      subscription: 's',
      kind: 'events',
      events: [
        { seq: 2, event: { type: 'titled', title: 'b' } },
        { seq: 3, event: { type: 'titled', title: 'c' } },
        { seq: 4, event: { type: 'titled', title: 'd' } },
      ],
    },
  ])
})

it('tells of a gap when the page asks for events of another life of the host', async () => {
  const { session, published } = open()
  await session.call({ id: '1', name: 'rpc.follow', input: { subscription: 's', feed: 'chat.events', key: 'k', from: 9 } })
  expect(published).toEqual([{ subscription: 's', kind: 'gap' }])
})

it('keeps only the last events of the feeds that were used last: whoever asks for more is told of a gap', async () => {
  const { session, hub, until } = open()
  const event = { type: 'titled', title: 'x' } as const
  const follow = (subscription: string, key: string, from: number) =>
    session.call({ id: subscription, name: 'rpc.follow', input: { subscription, feed: 'chat.events', key, from } })
  for (let index = 0; index < 1_500; index++) hub.append('chat.events', 'long', event)
  await follow('too far back', 'long', 499)
  for (let index = 0; index < 30; index++) hub.append('chat.events', `other ${index}`, event)
  await follow('too long ago', 'other 0', 0)
  await follow('up to date', 'other 0', 1)
  await follow('just used', 'other 29', 0)
  hub.append('chat.events', 'other 0', event)
  expect(await until(4)).toEqual([
    { subscription: 'too far back', kind: 'gap' },
    { subscription: 'too long ago', kind: 'gap' },
    { subscription: 'just used', kind: 'events', events: [{ seq: 1, event }] },
    { subscription: 'up to date', kind: 'events', events: [{ seq: 2, event }] },
  ])
})

import { expect, it } from 'vitest'
import { Refusals } from './refusals'

it('counts refused hosts by the way in which they were asked for, and tells what has changed', () => {
  const refusals = new Refusals()
  refusals.ofPolicy('https://evil.test/path?secret', 'connect')
  refusals.ofPolicy('https://evil.test/other', 'connect')
  refusals.ofPolicy('https://evil.test', 'frame')
  refusals.ofAllowlist('fetch', 'wss://live.test:8443/x')
  expect(refusals.take()).toEqual([
    { kind: 'refused', origin: 'https://evil.test', way: 'connect', count: 2 },
    { kind: 'refused', origin: 'https://evil.test', way: 'frame', count: 1 },
    { kind: 'refused', origin: 'wss://live.test:8443', way: 'connect', count: 1 },
  ])
  refusals.ofPolicy('https://evil.test/', 'frame')
  expect([refusals.take(), refusals.take()]).toEqual([[{ kind: 'refused', origin: 'https://evil.test', way: 'frame', count: 2 }], []])
})

it('tells code that the app wrote itself, and peer connections', () => {
  const refusals = new Refusals()
  for (const blocked of ['eval', 'wasm-eval', 'blob', 'data', 'inline', 'blob:null/1', 'nonsense', '']) refusals.ofPolicy(blocked, 'load')
  refusals.ofPolicy('data', 'connect')
  refusals.ofAllowlist('webrtc', undefined)
  refusals.ofAllowlist('fetch', 7)
  expect(refusals.take()).toEqual([
    { kind: 'refusedCode', count: 4 },
    { kind: 'refusedPeer', count: 1 },
  ])
})

it('a function without code is no wish to run some', () => {
  const refusals = new Refusals()
  for (const sample of ['(function anonymous(\n) {\n\n})', '(function anonymous() {})']) refusals.ofPolicy('eval', 'load', sample)
  expect(refusals.take()).toEqual([])
  for (const sample of ['', '(function anonymous(THREE\n) {\n', '(function anonymous(\n) {\nx\n})'])
    refusals.ofPolicy('eval', 'load', sample)
  expect(refusals.take()).toEqual([{ kind: 'refusedCode', count: 3 }])
})

it('B07: names fifty hosts, and counts the others together', () => {
  const refusals = new Refusals()
  for (let index = 0; index < 1_000; index++) refusals.ofPolicy(`https://h${index}.test/`, 'load')
  refusals.ofPolicy('https://h0.test/', 'load')
  const notices = refusals.take()
  expect([notices.length, notices.at(0), notices.at(-1)]).toEqual([
    51,
    { kind: 'refused', origin: 'https://h0.test', way: 'load', count: 2 },
    { kind: 'refusedMore', count: 950 },
  ])
})

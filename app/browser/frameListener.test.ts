import { expect, it } from 'vitest'
import { frameIdOf } from './frameListener'

const id = '0123456789abcdef0123456789abcdef'
const asked = (host: string, more: Readonly<Record<string, string>> = {}, method = 'GET') => {
  const headers = { host, ...more }
  return frameIdOf({ method, headers, rawHeaders: Object.entries(headers).flat() }, 7)
}

it('AH-03: answers only for a frame’s own name at its own port, so that no other name can be pointed at it', () => {
  expect(asked(`${id}.localhost:7`)).toBe(id)
  const others = [`${id}.localhost:8`, `${id}.localhost`, 'localhost:7', '127.0.0.1:7', `${id}.evil.test:7`, `x.${id}.localhost:7`]
  expect(others.map((host) => asked(host))).toEqual(others.map(() => undefined))
})

it('answers frames only: no page, script or fetch gets a document', () => {
  expect(asked(`${id}.localhost:7`, { 'sec-fetch-dest': 'iframe' })).toBe(id)
  expect(['document', 'script', 'empty'].map((dest) => asked(`${id}.localhost:7`, { 'sec-fetch-dest': dest }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(asked(`${id}.localhost:7`, {}, 'POST')).toBeUndefined()
})

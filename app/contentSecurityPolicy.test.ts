import { expect, it } from 'vitest'
import { framePlace } from './browser/frameListener'
import { contentSecurityPolicy, newNonce, pagePermissions } from './contentSecurityPolicy'

const policy = (): ReadonlyMap<string, readonly string[]> =>
  new Map(
    contentSecurityPolicy('NONCE', 'app-frame:', ['ws://127.0.0.1:1'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

it('B01, B03, J10, SE-14: runs the scripts of the page itself and nobody else’s, neither inline nor made from text', () => {
  expect([policy().get('script-src'), policy().get('object-src'), policy().get('base-uri'), policy().get('worker-src')]).toEqual([
    ["'self'"],
    ["'none'"],
    ["'none'"],
    ["'none'"],
  ])
  expect([...policy().values()].flat().filter((source) => /unsafe|\*|^https?:|strict-dynamic/.test(source))).toEqual([])
})

it('G01, G03, SE-14: loads nothing from another host, and what it does not name it does not load', () => {
  const everything = new Set([...policy().values()].flat())
  expect(policy().get('default-src')).toEqual(["'none'"])
  expect([...everything].toSorted()).toEqual(["'nonce-NONCE'", "'none'", "'self'", 'app-frame:', 'blob:', 'data:', 'ws://127.0.0.1:1'])
  expect(policy().get('img-src')).toEqual(["'self'", 'data:', 'blob:'])
})

it('B07: no page can embed it', () => {
  expect(policy().get('frame-ancestors')).toEqual(["'none'"])
})

it('A05: sends no form anywhere, and embeds confined frames only', () => {
  expect([policy().get('form-action'), policy().get('frame-src'), policy().has('child-src')]).toEqual([["'none'"], ['app-frame:'], false])
})

it('A05: in the browser the only wildcard is the name of a frame on this computer, at the port of the frames alone', () => {
  const withFrames = contentSecurityPolicy('NONCE', framePlace(7, 8).source, []).split('; ')
  expect(withFrames.filter((directive) => directive.includes('*'))).toEqual(['frame-src http://*.localhost:7'])
})

it('makes a nonce once', () => {
  expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
})

it('the page hands camera, microphone and location on to confined frames, and to nobody else', () => {
  const { source } = framePlace(2, 1)
  expect(pagePermissions(source)).toBe(
    'camera=(self "http://*.localhost:2"), microphone=(self "http://*.localhost:2"), geolocation=(self "http://*.localhost:2"), payment=(), usb=()',
  )
})

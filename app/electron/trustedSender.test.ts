import { describe, expect, it } from 'vitest'
import { isOwnAddress, isTrustedSender } from './trustedSender'

describe('B07: a message counts only when it comes from the main frame at our own address', () => {
  const main = { url: 'app://parley/', frameTreeNodeId: 1 }

  it('accepts the main frame', () => expect(isTrustedSender({ ...main }, main)).toBe(true))

  it('refuses a frame inside the page, even at our own address', () => {
    expect(isTrustedSender({ url: 'app://parley/', frameTreeNodeId: 2 }, main)).toBe(false)
  })

  it('refuses a frame that is gone', () => expect(isTrustedSender(null, main)).toBe(false))

  it.each([
    'https://evil.example/',
    'app://evil/',
    'app-frame://parley/',
    'app://parley.evil.example/',
    'app://user@parley/',
    'file:///etc/passwd',
    'devtools://devtools/bundled/inspector.html',
    'data:text/html,app://parley/',
    'about:blank',
    'null',
    '',
  ])('refuses the main frame once it shows %j', (url) => {
    const frame = { url, frameTreeNodeId: 1 }
    expect([isTrustedSender(frame, frame), isOwnAddress(url)]).toEqual([false, false])
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import { FRAME_RATES } from '../../shared/confinedFrames/frameMessages'
import { connectFrame, type FrameConnection, type FrameEnd } from './connectFrame'

const origin = 'http://frame.localhost:1'
const open: { readonly connection: FrameConnection; readonly iframe: HTMLIFrameElement }[] = []

afterEach(() => {
  for (const { connection, iframe } of open.splice(0)) {
    connection.close()
    iframe.remove()
  }
  vi.useRealTimers()
})

function frame() {
  const iframe = document.createElement('iframe')
  document.body.append(iframe)
  const heard: unknown[] = []
  const ends: FrameEnd[] = []
  const connection = connectFrame(
    iframe,
    { address: 'about:blank#outer', origin },
    { onConfined: () => heard.push('confined'), onMessage: (value) => heard.push(value), onEnd: (end) => ends.push(end) },
  )
  open.push({ connection, iframe })
  const outer = iframe.contentWindow
  if (!outer) throw new Error('No window')
  return { iframe, outer, connection, heard, ends }
}

const send = (source: Window | null, data: unknown, from = origin): void =>
  void window.dispatchEvent(new MessageEvent('message', { source, data, origin: from }))
const message = (value: unknown) => ({ parleyFrame: 'message', json: JSON.stringify(value) })

/** A window inside of another one. */
function within(outer: Window): Window {
  const iframe = outer.document.createElement('iframe')
  // An outer document that still loads is empty.
  ;(outer.document.lastElementChild ?? outer.document).append(iframe)
  if (!iframe.contentWindow) throw new Error('No window')
  return iframe.contentWindow
}

it('B07, AP-15: hears its own frame at its own origin, and neither another frame, nor the page, nor a window that is gone', () => {
  const one = frame()
  const other = frame()
  send(one.outer, message('mine'))
  send(other.outer, message('from the other frame'))
  send(one.outer, message('from another origin'), 'http://other.localhost:1')
  send(one.outer, message('from an opaque origin'), 'null')
  send(window, message('from the page'))
  send(null, message('from nowhere'))
  send(within(one.outer), message('past the outer document'), 'null')
  expect(one.heard).toEqual(['mine'])
})

it('B07, L14: two frames never hear each other', () => {
  const [one, other] = [frame(), frame()]
  send(one.outer, { parleyFrame: 'confined' })
  send(one.outer, { parleyFrame: 'flooded' })
  expect([one.heard, one.ends, other.heard, other.ends]).toEqual([['confined'], ['flooded'], [], []])
})

it('B07: never reads what a confined document sends past its outer one: decoding it would hold the page up', () => {
  const { outer } = frame()
  const read = vi.fn<() => unknown>()
  for (const source of [within(outer), null, window]) {
    const event = new MessageEvent('message', { source, origin: 'null' })
    Object.defineProperty(event, 'data', { get: read })
    window.dispatchEvent(event)
  }
  expect(read).not.toHaveBeenCalled()
})

it('B07: a frame that talks past its outer document without end is ended, however deep it nests', () => {
  const { outer, ends, iframe } = frame()
  let deepest: Window = outer
  for (let depth = 0; depth < 40; depth++) deepest = within(deepest)
  for (let sent = 0; sent < FRAME_RATES.past.burst; sent++) send(deepest, 'x', 'null')
  expect(ends).toEqual([])
  send(deepest, 'x', 'null')
  expect([ends, iframe.hasAttribute('src')]).toEqual([['flooded'], false])
})

it('a frame that has ended, or was closed, is heard no more', () => {
  const ended = frame()
  send(ended.outer, { parleyFrame: 'unconfined' })
  send(ended.outer, message('late'))
  send(ended.outer, { parleyFrame: 'flooded' })
  expect([ended.ends, ended.heard]).toEqual([['unconfined'], []])
  const closed = frame()
  closed.connection.close()
  send(closed.outer, message('late'))
  expect([closed.ends, closed.heard]).toEqual([[], []])
})

it('AH-05: a frame that never says that it is confined is late, and one that did is not', () => {
  vi.useFakeTimers()
  const [silent, confined] = [frame(), frame()]
  send(confined.outer, { parleyFrame: 'confined' })
  vi.advanceTimersByTime(20_000)
  expect([silent.ends, confined.ends]).toEqual([['late'], []])
})

it('a frame that runs though the browser cannot hold it back is heard only where a person let it', () => {
  const heard = ([true, undefined] as const).map((unprotected) => {
    const iframe = document.createElement('iframe')
    document.body.append(iframe)
    const said: string[] = []
    const connection = connectFrame(
      iframe,
      { address: 'about:blank#outer', origin, app: { allow: '', ...(unprotected && { unprotected }) } },
      {
        onConfined: () => said.push('confined'),
        onUnprotected: () => said.push('unprotected'),
        onMessage: () => said.push('message'),
        onEnd: (end) => said.push(end),
      },
    )
    open.push({ connection, iframe })
    send(iframe.contentWindow, { parleyFrame: 'unprotected' })
    send(iframe.contentWindow, message('mine'))
    return said
  })
  expect(heard).toEqual([['unprotected', 'message'], ['unconfined']])
})

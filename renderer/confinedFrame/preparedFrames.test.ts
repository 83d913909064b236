import { afterEach, expect, it, vi } from 'vitest'
import type { OpenedFrame } from '../../shared/confinedFrames/frameContent'
import { LOAD, PING } from '../../shared/confinedFrames/frameMessages'
import { settle } from '../testing/settle'
import { FramePool } from './framePool'
import { PreparedFrames } from './preparedFrames'

const origin = 'http://prepared.localhost:1'
const opened: OpenedFrame = { address: 'about:blank#outer', origin, app: { allow: '' } }

afterEach(() => document.body.replaceChildren())

/** @param lives Whether the process of its frames answers. */
function prepared({ lives = true }: { readonly lives?: boolean } = {}) {
  const waits: { readonly ms: number; readonly run: () => void }[] = []
  const open = vi.fn(() => Promise.resolve(opened))
  const frames = new PreparedFrames({
    open,
    after: (ms, run) => {
      const wait = { ms, run }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait), 1)
    },
  })
  const all = (): readonly HTMLIFrameElement[] => [...document.querySelectorAll('iframe')]
  const say = (data: unknown, from = origin): void =>
    void window.dispatchEvent(new MessageEvent('message', { source: all()[0]?.contentWindow ?? null, data, origin: from }))
  return {
    open,
    frames,
    all,
    say,
    waits: () => waits.map(({ ms }) => ms),
    /** So much time has passed. */
    pass: (ms: number) => waits.filter((wait) => wait.ms === ms).forEach(({ run }) => run()),
    /** Prepares one, which is ready unless `report` says otherwise. Returns what is sent to it. */
    ready: async (report = 'prepared') => {
      frames.prepare()
      await settle()
      const [iframe] = all()
      if (!iframe?.contentWindow) throw new Error('There is no frame')
      // It keeps its window while it moves, as it does in a browser.
      const { contentWindow } = iframe
      Object.defineProperty(iframe, 'contentWindow', { value: contentWindow })
      const post = vi.spyOn(contentWindow, 'postMessage').mockImplementation((data: unknown) => {
        if (data === PING && lives) say({ parleyFrame: 'prepared' })
      })
      say({ parleyFrame: report })
      return { iframe, sent: () => post.mock.calls.map(([data]) => data as unknown) }
    },
  }
}

it('a frame that has passed its test is an app’s, which only has to be loaded, and nothing else is left in the page', async () => {
  const { frames, ready, all, say, open } = prepared()
  const { iframe, sent } = await ready()
  const taken = await frames.take()
  expect([taken?.iframe === iframe, taken?.origin, await frames.take()]).toEqual([true, origin, undefined])
  const onConfined = vi.fn()
  const onEnd = vi.fn()
  const slots = document.querySelectorAll('div').length
  const pool = new FramePool()
  const app = { ...opened, app: { allow: '', prepared: true as const } }
  pool.open('a', app, { title: 'App', prepared: taken?.iframe, onConfined, onMessage: vi.fn(), onEnd, onTheft: vi.fn() })
  taken?.leave()
  expect([sent(), all(), iframe.title, document.querySelectorAll('div').length]).toEqual([[PING, LOAD], [iframe], 'App', slots])
  say({ parleyFrame: 'prepared' })
  say({ parleyFrame: 'confined' })
  expect([onConfined.mock.calls.length, onEnd.mock.calls.length, open.mock.calls.length]).toEqual([1, 0, 1])
  pool.close('a')
})

it('one is prepared at a time, and the next once it is taken', async () => {
  const { frames, ready, open, all } = prepared()
  frames.prepare()
  frames.prepare()
  await ready()
  frames.prepare()
  expect([open.mock.calls.length, all().length]).toEqual([1, 1])
  await frames.take()
  frames.prepare()
  await settle()
  expect(open).toHaveBeenCalledTimes(2)
})

it('one that is not ready, whose word is somebody else’s, or whose process is gone, is no app’s', async () => {
  const early = prepared()
  early.frames.prepare()
  await settle()
  early.say({ parleyFrame: 'prepared' }, 'http://other.localhost:1')
  expect([await early.frames.take(), early.all().length]).toEqual([undefined, 1])
  document.body.replaceChildren()
  const gone = prepared({ lives: false })
  await gone.ready()
  const taking = gone.frames.take()
  gone.pass(250)
  expect([await taking, gone.all()]).toEqual([undefined, []])
})

it('a browser that shuts nothing in is not asked again, and one that was too busy is', async () => {
  const useless = prepared()
  await useless.ready('unconfined')
  useless.frames.prepare()
  await settle()
  expect([useless.open.mock.calls.length, useless.all()]).toEqual([1, []])
  const busy = prepared()
  await busy.ready('late')
  expect(busy.all()).toEqual([])
  await busy.ready()
  expect(await busy.frames.take()).toBeDefined()
})

it('a host that gives none is asked again by the next app', async () => {
  const { frames, open, ready } = prepared()
  open.mockRejectedValueOnce(new Error('away'))
  frames.prepare()
  await settle()
  await ready()
  expect(await frames.take()).toBeDefined()
})

// Catches: an app that runs gives the focus to the frame that waits, again and again, and what the person types is lost, or goes into the next app.
it('L13: the focus does not stay in it, whoever moved it there, and no app begins with it', async () => {
  const { frames, ready, all } = prepared()
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  const { iframe } = await ready()
  vi.useFakeTimers()
  for (let each = 0; each < 4; each++) {
    iframe.focus()
    vi.advanceTimersByTime(1)
    expect(document.activeElement).toBe(field)
  }
  vi.useRealTimers()
  iframe.focus()
  const taken = await frames.take()
  expect([taken?.iframe === iframe, document.activeElement === iframe]).toEqual([true, false])
  taken?.leave()
  const again = await ready()
  field.focus()
  vi.useFakeTimers()
  for (let each = 0; each < 5; each++) {
    again.iframe.focus()
    vi.advanceTimersByTime(1)
  }
  vi.useRealTimers()
  expect(all()).toEqual([])
})

it('one that says nothing is given up', async () => {
  const { frames, pass, all } = prepared()
  frames.prepare()
  await settle()
  pass(20_000)
  expect(all()).toEqual([])
})

it('its process is given back when nobody has started an app for five minutes, and each one starts them anew', async () => {
  const { frames, ready, pass, waits, all } = prepared()
  await ready()
  frames.prepare()
  expect(waits()).toEqual([300_000])
  pass(300_000)
  expect([all(), await frames.take()]).toEqual([[], undefined])
})

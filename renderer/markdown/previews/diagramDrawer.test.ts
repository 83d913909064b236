import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DrawRequest } from '../../../shared/confinedFrames/diagramMessages'
import { setFrameOpener } from '../../confinedFrame/frameOpener'
import { diagramDrawer, type DiagramOutcome } from './diagramDrawer'

const origin = 'http://drawer.localhost:1'
const colours = { background: 'x', text: 'x', line: 'x', node: 'x', note: 'x' }
const look = { dark: false, colours }
const lasting = new AbortController().signal
let opened = 0

beforeEach(() => {
  vi.useFakeTimers()
  opened = 0
  setFrameOpener(async () => {
    opened += 1
    return { address: `about:blank#${opened}`, origin }
  })
})
afterEach(async () => {
  // An idle drawer ends its frame.
  await vi.advanceTimersByTimeAsync(100_000)
  setFrameOpener(undefined)
  vi.useRealTimers()
})

/** The frame that draws now, as the page hears it. */
async function drawer() {
  await vi.advanceTimersByTimeAsync(0)
  const outer = document.querySelector('iframe')?.contentWindow
  if (!outer) throw new Error('No frame')
  const asked: DrawRequest[] = []
  vi.spyOn(outer, 'postMessage').mockImplementation((data: DrawRequest) => void asked.push(data))
  const report = (data: unknown): void => void window.dispatchEvent(new MessageEvent('message', { source: outer, origin, data }))
  return { asked, report, say: (reply: object) => report({ parleyFrame: 'message', json: JSON.stringify(reply) }) }
}

const draw = (source: string): Promise<DiagramOutcome> => diagramDrawer.draw(source, look, lasting)
const drawn = (id = 0) => ({ kind: 'drawn', id, svg: '<svg/>', width: 1, height: 1 })

it('B02: a diagram that does not finish costs its frame and its time once; those behind it are drawn in another', async () => {
  const [endless, next] = [draw('endless'), draw('next')]
  const first = await drawer()
  first.say({ kind: 'ready' })
  expect(first.asked.map(({ source }) => source)).toEqual(['endless'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await endless).toEqual({ problem: 'late' })
  const second = await drawer()
  second.say({ kind: 'ready' })
  expect(second.asked.map(({ source }) => source)).toEqual(['next'])
  second.say(drawn(second.asked[0]?.id))
  expect(await next).toHaveProperty('picture')
  expect(await draw('endless')).toEqual({ problem: 'late' })
  expect([second.asked.length, opened]).toEqual([1, 2])
})

it('B02: a diagram whose picture floods the page costs only itself', async () => {
  const [flood, next] = [draw('flood'), draw('after the flood')]
  const first = await drawer()
  first.say({ kind: 'ready' })
  first.report({ parleyFrame: 'flooded' })
  expect(await flood).toEqual({ problem: 'frame' })
  const second = await drawer()
  second.say({ kind: 'ready' })
  second.say(drawn(second.asked[0]?.id))
  expect(await next).toHaveProperty('picture')
})

it('draws again what could not be drawn because there was no frame', async () => {
  setFrameOpener(async () => Promise.reject(new Error('The host is away')))
  const failed = draw('later')
  await vi.advanceTimersByTimeAsync(0)
  expect(await failed).toEqual({ problem: 'frame' })
  setFrameOpener(async () => ({ address: 'about:blank', origin }))
  const again = draw('later')
  const frame = await drawer()
  frame.say({ kind: 'ready' })
  frame.say(drawn(frame.asked[0]?.id))
  expect(await again).toHaveProperty('picture')
})

it('does not start what is too long, and takes no picture for another diagram', async () => {
  expect(await draw('x'.repeat(50_001))).toEqual({ problem: 'tooLong' })
  expect(opened).toBe(0)
  const mine = draw('mine')
  const frame = await drawer()
  frame.say({ kind: 'ready' })
  frame.say(drawn(999_999))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await mine).toEqual({ problem: 'late' })
})

it('without a browser that confines, nothing is tried twice', async () => {
  const first = draw('one')
  const frame = await drawer()
  frame.report({ parleyFrame: 'unconfined' })
  expect([await first, await draw('two')]).toEqual([{ problem: 'unconfined' }, { problem: 'unconfined' }])
  expect(opened).toBe(1)
})

import { expect, it } from 'vitest'
import { FRAME_HEIGHTS, nextHeight, type FrameHeight } from './frameHeight'

const at = (now: number) => ({ now, bounds: FRAME_HEIGHTS })
const start: FrameHeight = { px: 300, since: -Infinity }

/** What an app reports for the height that it got, again and again. */
function settle(report: (height: number) => number, { times = 200, everyMs = 16 } = {}): readonly number[] {
  const heights: number[] = []
  let height = start
  for (let index = 0; index < times; index++) {
    height = nextHeight(height, report(height.px), at(index * everyMs))
    heights.push(height.px)
  }
  return heights
}

it('L24, AP-20, AH-33: takes the height that an app reports, between the least and the most', () => {
  expect([19, 440, 2_039].map((reported) => nextHeight(start, reported, at(0)).px)).toEqual([FRAME_HEIGHTS.least, 440, FRAME_HEIGHTS.most])
})

it('L24: content as high as its frame and a margin (height: 100vh) grows once, and no further', () => {
  expect(new Set(settle((height) => height + 16)).size).toBeLessThanOrEqual(1)
})

it('L24: content that fills its frame and rounds down does not shrink it frame by frame', () => {
  expect(new Set(settle((height) => height - 1))).toEqual(new Set([300]))
})

it.each([16, 100, 1_000])('L24: two heights in turn, each after %i ms, come to rest at the higher one', (everyMs) => {
  const heights = settle((height) => (height === 500 ? 100 : 500), { everyMs })
  expect(new Set(heights.slice(10))).toEqual(new Set([500]))
})

it('L24: heights that jump about come to rest', () => {
  const heights = settle((height) => 100 + ((height * 7_919) % 450))
  expect(new Set(heights.slice(100)).size).toBe(1)
})

it('goes down again where what went up and down has rested', () => {
  const height: FrameHeight = { px: 500, since: 0, over: 400, turns: 7 }
  expect(nextHeight(height, 100, at(1_000)).px).toBe(500)
  expect(nextHeight(height, 100, at(4_000)).px).toBe(100)
})

it('content that really grows by the same step each time is followed, because that takes a person or a server', () => {
  const heights = settle((height) => height + 40, { times: 5, everyMs: 2_000 })
  expect(heights).toEqual([340, 380, 420, 460, 500])
})

it('grows again after a loop was stopped, when the content becomes higher by something else', () => {
  let height = nextHeight(start, 316, at(0))
  height = nextHeight(height, 332, at(10))
  expect(height.px).toBe(316)
  expect(nextHeight(height, 416, at(20)).px).toBe(416)
})

import { expect, it } from 'vitest'
import { areaWithin, isSameArea, nextPictureAt, type PictureFacts } from './nextPicture'

const seen: PictureFacts = { running: true, seenWhole: true, inFront: true, movedAt: 10_000, same: 0 }

it.each([
  ['a second after it came to rest', {}, 11_000],
  ['five seconds after the last one, if it has moved since', { takenAt: 9_000 }, 14_000],
  ['five seconds after the last one, while the person is there', { takenAt: 12_000 }, 17_000],
  ['less and less often, while it looks the same', { takenAt: 12_000, same: 2 }, 32_000],
  ['every forty seconds at least, while the person is there', { takenAt: 12_000, same: 50 }, 52_000],
  ['after five seconds, if it has moved since, however long it looked the same', { takenAt: 9_000, same: 50 }, 14_000],
  ['a second after it came to rest, though the person is elsewhere', { inFront: false, takenAt: 2_000 }, 11_000],
  ['never, where it is as it was and the person is elsewhere', { inFront: false, takenAt: 12_000 }, undefined],
  ['never, while something lies over it or a part of it is not seen', { seenWhole: false }, undefined],
  ['never, while it starts or has ended', { running: false }, undefined],
])('an app is pictured %s', (_when, facts, at) => {
  expect(nextPictureAt({ ...seen, ...facts })).toBe(at)
})

// Catches: a line of what is beside an app is in its picture.
it('only whole pixels inside of its frame are pictured', () => {
  const box = { left: 10.4, top: 20, right: 110.6, bottom: 70.9 }
  expect(areaWithin(box)).toEqual({ x: 11, y: 20, width: 99, height: 50 })
  expect(areaWithin({ ...box, left: -1 })).toBeUndefined()
  expect(areaWithin({ ...box, right: 11.5 })).toBeUndefined()
})

it('an area that cannot be told is not the same as another', () => {
  const area = { x: 1, y: 2, width: 3, height: 4 }
  expect([isSameArea(area, { ...area }), isSameArea(area, { ...area, y: 3 }), isSameArea(undefined, undefined)]).toEqual([
    true,
    false,
    false,
  ])
})

import { expect, it } from 'vitest'
import { APP_PICTURE_BYTES } from '../../shared/domain/apps/appPicture'
import { areaInWindow, encodePicture, type CapturedImage } from './encodePicture'

/** An image whose JPEG has so many bytes for each step of quality and pixel of width, and says how it was made. */
function image(width: number, bytesOf: (quality: number) => number = () => 10): CapturedImage & { readonly made: unknown[] } {
  const made: unknown[] = []
  return {
    made,
    isEmpty: () => width === 0,
    getSize: () => ({ width }),
    resize: (to) => {
      made.push(to)
      return { ...image(to.width, bytesOf), toJPEG: (quality) => toJPEG(quality) }
    },
    toJPEG,
  }
  function toJPEG(quality: number): Uint8Array {
    made.push(quality)
    return new Uint8Array(bytesOf(quality))
  }
}

it('a picture has the size that it had in the window, on a screen of any density, and never more than 1,280 pixels across', () => {
  const made = ([captured, width]: readonly [number, number]) => {
    const of = image(captured)
    encodePicture(of, width)
    return of.made
  }
  const cases = [
    [700, 700],
    [1_400, 700],
    [560, 700],
    [3_000, 1_500],
  ] as const
  expect(cases.map(made)).toEqual([[80], [{ width: 700 }, 80], [80], [{ width: 1_280 }, 80]])
})

it('one with too many bytes is made coarser, and is none if that does not help', () => {
  const [large, toLarge] = [APP_PICTURE_BYTES, APP_PICTURE_BYTES + 1]
  const coarser = image(700, (quality) => (quality > 60 ? toLarge : large))
  expect([encodePicture(coarser, 700)?.length, coarser.made]).toEqual([large, [80, 60]])
  const never = image(700, () => toLarge)
  expect([encodePicture(never, 700), never.made]).toEqual([undefined, [80, 60, 40]])
  expect(encodePicture(image(0), 700)).toBeUndefined()
})

// Catches: a line of what is around an app is in its picture where the person has zoomed.
it('a part of a zoomed page never reaches over its edges', () => {
  const area = { x: 11, y: 21, width: 101, height: 51 }
  expect(areaInWindow(area, 1)).toEqual(area)
  expect(areaInWindow(area, 1.2)).toEqual({ x: 14, y: 26, width: 120, height: 60 })
})

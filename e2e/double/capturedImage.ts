import { strict } from './strict.ts'

/** A part of a window. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of Electron's `NativeImage` that Parley uses of what it captured. */
export interface CapturedImage {
  isEmpty(): boolean
  getSize(): { readonly width: number; readonly height: number }
  resize(to: { readonly width: number }): CapturedImage
  toJPEG(quality: number): Buffer
}

/** Presents a JPEG of Chromium as an image. Nothing here can change a picture. */
export function capturedImage(jpeg: Buffer, { width, height }: Area): CapturedImage {
  const image: CapturedImage = strict(
    {
      isEmpty: () => jpeg.length === 0,
      getSize: () => ({ width, height }),
      resize: (to: { readonly width: number }): CapturedImage => {
        throw new Error(`The Electron double cannot make a picture ${to.width} pixels wide`)
      },
      toJPEG: () => jpeg,
    },
    'image',
  )
  return image
}

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

/** A script that cuts a part out of a PNG of the whole window, and resolves with it as a JPEG, both in base64. */
export function cutOut(png: string, { x, y, width, height }: Area): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${png}'), (character) => character.charCodeAt(0))
    const part = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), ${x}, ${y}, ${width}, ${height})
    const canvas = new OffscreenCanvas(${width}, ${height})
    canvas.getContext('2d').drawImage(part, 0, 0)
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
    return btoa(Array.from(new Uint8Array(await jpeg.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
  })()`
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

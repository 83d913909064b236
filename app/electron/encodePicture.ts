import { APP_PICTURE_BYTES, APP_PICTURE_WIDTH, type PageArea } from '../../shared/domain/apps/appPicture'

/** The part of Electron's `NativeImage` that a picture is made with. Its size is in pixels of the screen. */
export interface CapturedImage {
  isEmpty(): boolean
  getSize(): { readonly width: number }
  resize(to: { readonly width: number }): CapturedImage
  toJPEG(quality: number): Uint8Array
}

/** The first one that makes it small enough is taken. */
const QUALITIES = [80, 60, 40]

/**
 * Returns what was captured as a JPEG: no larger than it was in the window, whatever the screen has of pixels, and within the bounds of pictures.
 * Undefined if there is nothing, or too much.
 * @param width As wide as it was in the window.
 */
export function encodePicture(image: CapturedImage, width: number): Uint8Array | undefined {
  // As of a window that is minimised.
  if (image.isEmpty()) return undefined
  const most = Math.min(width, APP_PICTURE_WIDTH)
  const sized = image.getSize().width > most ? image.resize({ width: most }) : image
  for (const quality of QUALITIES) {
    const jpeg = sized.toJPEG(quality)
    if (jpeg.length <= APP_PICTURE_BYTES) return jpeg
  }
  return undefined
}

/** Pure: a part of the page as a part of its window, where the person has zoomed. It never reaches over what is around it. */
export function areaInWindow({ x, y, width, height }: PageArea, zoom: number): PageArea {
  const [left, top] = [Math.ceil(x * zoom), Math.ceil(y * zoom)]
  return { x: left, y: top, width: Math.floor((x + width) * zoom) - left, height: Math.floor((y + height) * zoom) - top }
}

import * as z from 'zod'

/** A picture of an app is no wider, in pixels. One that is as wide as a window is made smaller. */
export const APP_PICTURE_WIDTH = 1_280
/** So many bytes at most, or it is not kept. */
export const APP_PICTURE_BYTES = 200_000

/** A part of the page, in CSS pixels from the upper left corner of the window. */
export const PageArea = z.object({
  x: z.int().min(0).max(10_000),
  y: z.int().min(0).max(10_000),
  width: z.int().min(1).max(10_000),
  height: z.int().min(1).max(10_000),
})
export type PageArea = z.infer<typeof PageArea>

/** How an app looked last. */
export interface AppPicture {
  /** A JPEG, in base64. */
  readonly jpeg: string
  readonly takenAt: number
}

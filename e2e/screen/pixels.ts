import type { Locator, Page } from '@playwright/test'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The colours of all pixels of a part of the window, as red, green and blue. */
export async function coloursIn(ui: Page, clip: Box): Promise<readonly (readonly number[])[]> {
  const picture = (await ui.screenshot({ clip })).toString('base64')
  return await ui.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const { data = [] } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {}
    const colours = new Set<string>()
    for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`)
    return [...colours].map((colour) => colour.split(',').map(Number))
  }, picture)
}

/** The box of what is shown, without its edge, whose corners are round. */
export async function boxWithin(shown: Locator, edge = 12): Promise<Box> {
  const box = await shown.boundingBox()
  if (!box) throw new Error('It is not shown')
  return { x: box.x + edge, y: box.y + edge, width: box.width - 2 * edge, height: box.height - 2 * edge }
}

/** The points of a grid over an element at which a press would not reach the element, as `X,Y`. */
export async function coveredPoints(shown: Locator, edge = 12): Promise<readonly string[]> {
  return await shown.evaluate((element, inset) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const covered: string[] = []
    for (let x = left + inset; x <= right - inset; x += 8)
      for (let y = top + inset; y <= bottom - inset; y += 8)
        if (!element.contains(document.elementFromPoint(x, y))) covered.push(`${x},${y}`)
    return covered
  }, edge)
}

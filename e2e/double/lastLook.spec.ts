import type { ElectronApplication, FrameLocator, Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Parley } from '../lib/parley.ts'
import { readDatabase } from '../lib/readDatabase.ts'
import { fixture } from '../lib/serverEntries.ts'
import { callTools, say } from '../model/reply.ts'
import { message, openConversation, send } from '../screen/chat.ts'
import { expectAccessible } from '../screen/expectAccessible.ts'
import { boxWithin, coloursIn } from '../screen/pixels.ts'
import { allowOnce, approvalDialog } from '../screen/questions.ts'
import { startChat } from '../screen/startChat.ts'

const painted = { Painted: fixture('paintedApp') }
const region = (ui: Page): Locator => ui.getByRole('region', { name: 'App of “Painted”' }).first()
const frame = (ui: Page): Locator => ui.locator('iframe[title="Content of the app of “Painted”"]')
const inside = (ui: Page): FrameLocator => frame(ui).contentFrame().frameLocator('iframe')
const lastLook = (ui: Page): Locator => region(ui).getByRole('img', { name: /^The app of “Painted” as it looked on / })

/** The picture that was written, in base64. */
const written = (parley: Parley): readonly string[] =>
  readDatabase(parley.dataDir, 'SELECT jpeg FROM app_picture').map(({ jpeg }) => Buffer.from(jpeg as Uint8Array).toString('base64'))
const pictures = (parley: Parley) => expect.poll(() => written(parley).length, { timeout: 30_000 })

/** How many pictures of the window were taken. */
const captured = (parley: Parley): Promise<number> =>
  (parley.shell.electronApp as ElectronApplication).evaluate(
    (electron) =>
      (electron as unknown as { readonly notes: readonly (readonly string[])[] }).notes.filter(([what]) => what === 'capturePage').length,
  )

interface Colours {
  readonly red: number
  readonly blue: number
  /** Of no colour that the app has. */
  readonly other: number
  readonly width: number
}

/** How many pixels of a picture have which colour, without its edge: the app has the round corners of its region. */
function coloursOf(ui: Page, jpeg: string): Promise<Colours> {
  return ui.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(width, height).getContext('2d')
    canvas?.drawImage(bitmap, 0, 0)
    const { data = [] } = canvas?.getImageData(12, 12, width - 24, height - 24) ?? {}
    const count = { red: 0, blue: 0, other: 0, width }
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]]
      // A JPEG mixes red and blue where they meet. Green is in none of them.
      if (g >= 60) count.other++
      else if (r > 200 && b < 60) count.red++
      else if (b > 200 && r < 60) count.blue++
    }
    return count
  }, jpeg)
}

test('L27: how an app looked last is in its place after a restart, grey and dead, until a person starts it', async ({ parley, model }) => {
  const ui = await startChat(parley, model, painted)
  model.will(callTools({ server: 'Painted', tool: 'paint', arguments: {} }), say('It is painted red'))
  await send(ui, 'Paint it')
  await allowOnce(ui, 'paint')
  await expect(message(ui, 'It is painted red')).toBeVisible()
  await expect(inside(ui).getByText(/^\d+ s$/)).toBeVisible()
  const live = await frame(ui).boundingBox()
  await pictures(parley).toBe(1)
  // What it draws later tells nobody. The next picture but one is taken when the next one has been kept.
  await inside(ui)
    .locator('html')
    .evaluate((element) => void (element.style.background = '#00f'))
  const before = await captured(parley)
  await expect.poll(() => captured(parley), { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 2)
  await parley.quit()

  const again = await parley.launch()
  await openConversation(again, 'Paint it')
  await expect(region(again).getByText('Apps do not start by themselves after a restart.')).toBeVisible()
  await expect(region(again).getByText(/^Picture from .+\.$/)).toBeVisible()
  await expect(frame(again)).toHaveCount(0)
  const colours = await coloursOf(again, written(parley)[0] ?? '')
  expect(colours).toMatchObject({ other: 0, width: Math.floor(live?.width ?? 0) })
  expect([colours.red < 1_000, colours.blue > 100_000]).toEqual([true, true])
  expect(await lastLook(again).getAttribute('src')).toBe(`data:image/jpeg;base64,${written(parley)[0]}`)
  // Its place is that of the app, and nobody takes the picture for it: it has no colour.
  const place = await lastLook(again).boundingBox()
  expect([place?.width, place?.height]).toEqual([live?.width, live?.height])
  const shown = await coloursIn(again, await boxWithin(lastLook(again)))
  expect(shown.filter((colour) => Math.max(...colour) - Math.min(...colour) > 8)).toEqual([])
  await expectAccessible(again, 'last look of an app')

  await region(again).getByRole('button', { name: 'Restart app' }).click()
  await expect(inside(again).getByText(/^\d+ s$/)).toBeVisible()
  await expect(lastLook(again)).toHaveCount(0)
  await expect.poll(async () => coloursIn(again, await boxWithin(frame(again), 24))).toContainEqual([255, 0, 0])

  // It goes with its conversation, for good once nobody can bring that back.
  await again.getByRole('link', { name: 'Paint it' }).click({ modifiers: ['ControlOrMeta'] })
  await again.getByRole('group', { name: 'Selected conversations' }).getByRole('button', { name: 'Delete' }).click()
  await expect(again.getByRole('link', { name: 'Paint it' })).toHaveCount(0)
  await parley.quit()
  await parley.launch()
  expect(written(parley)).toEqual([])
})

test('L27: a question that lies over an app is not in its picture', async ({ parley, model }) => {
  const ui = await startChat(parley, model, painted)
  const [paint, wipe] = ['paint', 'wipe'].map((tool) => callTools({ server: 'Painted', tool, arguments: {} }))
  if (paint && wipe) model.will(paint, wipe)
  await send(ui, 'Paint it')
  await allowOnce(ui, 'paint')
  await expect(approvalDialog(ui, 'wipe')).toBeVisible()
  // It runs behind the question for longer than it takes until the next picture of an app.
  await expect(inside(ui).getByText('9 s')).toBeAttached()
  await parley.quit()
  // The last picture of an app is written when it ends.
  const again = await parley.launch()
  const kept = await Promise.all(written(parley).map((jpeg) => coloursOf(again, jpeg)))
  expect(kept.filter(({ other }) => other > 0)).toEqual([])
})

import type { ElementHandle, Locator, Page } from '@playwright/test'
import { longestTask } from './appFrames/longestTask.ts'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { say } from './model/reply.ts'
import { fixture } from './lib/serverEntries.ts'
import { appOf, enterApp, showAnother, showApp } from './screen/apps.ts'
import { conversation, message, send } from './screen/chat.ts'
import { startChat } from './screen/startChat.ts'

const paragraphs = (count: number): string => Array.from({ length: count }, (_, index) => `Paragraph ${index} of what came`).join('\n\n')
const scrolled = (ui: Page): Promise<number> => conversation(ui).evaluate(({ scrollTop }) => scrollTop)

/** Brings the app to the top of the conversation and puts the pointer over it. */
async function pointAtApp(ui: Page): Promise<void> {
  const { region, frame } = appOf(ui, 'Board')
  await region.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const box = await frame.boundingBox()
  if (!box) throw new Error('The app is not drawn')
  await ui.mouse.move(box.x + box.width / 2, box.y + 100)
}

test('the wheel scrolls an app as far as it goes, and at its end the conversation', async ({ parley, model }) => {
  const ui = await showApp(parley, model, 'scroller', paragraphs(60))
  const { inside } = appOf(ui, 'Board')
  await pointAtApp(ui)
  await expect(inside.getByRole('status')).toHaveText(/^at 0 of/)
  const before = await scrolled(ui)
  await ui.mouse.wheel(0, 100)
  await expect(inside.getByRole('status')).toHaveText(/^at 100 of/)
  expect(await scrolled(ui)).toBe(before)
  await expect(async () => {
    await ui.mouse.wheel(0, 200)
    expect(await scrolled(ui)).toBeGreaterThan(before)
  }).toPass()
  await expect(inside.getByRole('status')).toHaveText(/^at (\d+) of \1$/)
})

test('an app that lets the wheel do nothing does not hold whoever reads: the keys scroll, and the wheel beside it', async ({
  parley,
  model,
}) => {
  const ui = await showApp(parley, model, 'swallower', paragraphs(60))
  const app = appOf(ui, 'Board')
  await pointAtApp(ui)
  await expect(app.inside.getByRole('status')).toHaveText('ready')
  const before = await scrolled(ui)
  await ui.mouse.wheel(0, 100)
  await expect(app.inside.getByRole('status')).toHaveText('wheels 1')
  expect(await scrolled(ui)).toBe(before)
  await enterApp(ui, app)
  await ui.keyboard.press('Escape')
  await expect(app.region).toBeFocused()
  await ui.keyboard.press('PageDown')
  await expect.poll(() => scrolled(ui)).toBeGreaterThan(before)
  await pointAtApp(ui)
  const { x = 0, y = 0 } = (await conversation(ui).boundingBox()) ?? {}
  await ui.mouse.move(x + 4, y + 40)
  await ui.mouse.wheel(0, 100)
  await expect.poll(() => scrolled(ui)).toBeGreaterThan(before)
})

/** Scrolls the conversation so far that a row is at its top. Returns where the row is seen then, before anything else is drawn. */
const scrollTo = (row: ElementHandle<Element>, top: number): Promise<number> =>
  row.evaluate((element, place) => {
    const list = element.closest('[role=log]')
    list?.scrollBy(0, element.getBoundingClientRect().top - list.getBoundingClientRect().top - place)
    return element.getBoundingClientRect().top
  }, top)
const topOf = (row: ElementHandle<Element>): Promise<number> => row.evaluate((element) => element.getBoundingClientRect().top)

test('an app that is scrolled far away, until its row is not drawn, is back as it was, and no row jumps', async ({ parley, model }) => {
  const ui = await showApp(parley, model, 'tally')
  const app = appOf(ui, 'Board')
  await expect(app.inside.getByRole('status')).toHaveText('count 0')
  await enterApp(ui, app)
  for (let count = 1; count <= 3; count++) await app.inside.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(app.inside.getByRole('status')).toHaveText('count 3')
  const height = (await app.frame.boundingBox())?.height
  for (let turns = 1; turns <= 9; turns++) {
    model.will(say(`Turn ${turns}\n\n${paragraphs(12)}`))
    await send(ui, 'Go on')
    await expect(message(ui, `Turn ${turns}`)).toBeVisible()
  }
  await expect(app.region).toHaveCount(0)
  const rows = ui.getByRole('log').getByRole('article')
  // A handle, because the rows above it will be drawn.
  const oldest = await rows.first().elementHandle()
  if (!oldest) throw new Error('No row is drawn')
  // As far up as it goes.
  const before = await scrollTo(oldest, 500)
  await expect(app.region).toHaveCount(1)
  // The rows above it are drawn now, and the app is in the one that has its place.
  await expect(app.inside.getByRole('status')).toHaveText('count 3')
  expect(Math.abs((await topOf(oldest)) - before)).toBeLessThanOrEqual(1)
  await ui.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(app.region).not.toBeInViewport()
  const [first, second] = [await rows.nth(0).elementHandle(), await rows.nth(1).elementHandle()]
  if (!first || !second) throw new Error('The rows are not drawn')
  await scrollTo(first, 0)
  const below = await topOf(second)
  await app.inside.getByRole('button', { name: 'Add' }).press('Enter')
  await expect(app.inside.getByRole('status')).toHaveText('count 4')
  expect(await topOf(second)).toBe(below)
  expect((await app.frame.boundingBox())?.height).toBe(height)
})

/** Returns each place at which an element is seen in the next frames that the page draws. */
const placesOf = (row: Locator): Promise<readonly number[]> =>
  row.evaluate(
    (element) =>
      new Promise<number[]>((resolve) => {
        const places = new Set<number>()
        let left = 90
        const look = (): void => {
          places.add(element.getBoundingClientRect().top)
          if (--left > 0) requestAnimationFrame(look)
          else resolve([...places])
        }
        look()
      }),
  )

/** Endless reports of another size, as apps are known to make them. */
const restless = {
  viewport: 'as high as its window and a bit',
  growing: 'that wants to be higher each time',
  alternating: 'that wants one height, then another',
} as const

for (const [page, what] of Object.entries(restless))
  // What the page works on is measured in the browser.
  test(
    `L24: an app ${what} comes to rest: it moves nothing that is read, and the page does not stand still`,
    { tag: onBrowser },
    async ({ parley, model }) => {
      const ui = await showApp(parley, model, page, paragraphs(60))
      const app = appOf(ui, 'Board')
      const longest = await longestTask(ui, async () => {
        // Below the app, which is not in view.
        await ui.getByText('Paragraph 20 of').evaluate((element) => element.scrollIntoView({ block: 'start' }))
        await expect(ui.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
        await expect(app.frame).not.toBeInViewport()
        expect(await placesOf(ui.getByText('Paragraph 22 of'))).toHaveLength(1)
        await app.region.evaluate((element) => element.scrollIntoView({ block: 'start' }))
        await expect(app.inside.getByRole('status')).toHaveText(/^told/)
        await expect(async () => expect(await placesOf(ui.getByText('Paragraph 0 of'))).toHaveLength(1)).toPass()
        expect(await placesOf(ui.getByText('Paragraph 0 of'))).toHaveLength(1)
      })
      expect(longest.ms, longest.spentOn).toBeLessThan(250)
      expect((await app.frame.boundingBox())?.height).toBeLessThanOrEqual(600)
    },
  )

test(
  'L25: an app of 100 MB is refused and its reason is said, the page does not stand still, and the conversation goes on',
  {
    tag: onBrowser,
  },
  async ({ parley, model }) => {
    const ui = await startChat(parley, model, { Board: fixture('apps', '--gigantic') })
    const { region } = appOf(ui, 'Board')
    const longest = await longestTask(ui, async () => {
      await showAnother(ui, model, 'gigantic', 'There it is')
      await expect(region.getByText('larger than the limit')).toBeVisible()
    })
    expect(longest.ms, longest.spentOn).toBeLessThan(250)
    await expect(region.locator('iframe')).toHaveCount(0)
    // The same server shows another one.
    await showAnother(ui, model, 'tally', 'And another')
    await expect(appOf(ui, 'Board', 1).region).toBeVisible()
    await expect(appOf(ui, 'Board').inside.getByRole('status')).toHaveText('count 0')
  },
)

/** Goes through the places of an app, its menu and a dialog of its. Returns what of the page moved meanwhile. */
async function whatMoves(ui: Page): Promise<readonly string[]> {
  const { region } = appOf(ui, 'Board')
  await ui.evaluate(() => {
    const moved = new Set<string>()
    Reflect.set(window, 'moved', moved)
    const look = (): void => {
      for (const { effect, playState } of document.getAnimations()) {
        const lasts = Number(effect?.getComputedTiming().duration) > 0
        if (playState === 'running' && lasts && effect instanceof KeyframeEffect) moved.add(effect.target?.outerHTML.slice(0, 120) ?? '')
      }
      requestAnimationFrame(look)
    }
    look()
  })
  for (const [to, back] of [
    ['Full window', 'Leave full window'],
    ['Picture in picture', 'Back to the conversation'],
    ['Pin', 'Back to the conversation'],
  ] as const) {
    await region.getByRole('button', { name: to }).click()
    await ui.getByRole('button', { name: back }).click()
    await expect(region.getByRole('button', { name: to })).toBeVisible()
  }
  await region.getByRole('button', { name: 'Reaches nothing outside' }).click()
  await expect(ui.getByRole('dialog')).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(ui.getByRole('dialog')).toHaveCount(0)
  return await ui.evaluate(() => [...(Reflect.get(window, 'moved') as Set<string>)])
}

test('who wants little motion sees none around an app, and the app can know of it', async ({ parley, model }) => {
  const ui = await showApp(parley, model, 'tally')
  await ui.setViewportSize({ width: 1500, height: 800 })
  const { inside } = appOf(ui, 'Board')
  await expect(inside.getByRole('status')).toHaveText('count 0')
  expect(await whatMoves(ui)).toEqual([])
  const isLittle = () => inside.locator('html').evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  expect(await isLittle()).toBe(true)
  // Else something does.
  await ui.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await whatMoves(ui)).not.toEqual([])
})

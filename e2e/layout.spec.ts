import type { Page } from '@playwright/test'
import { servePreview } from '../scripts/lib/servePreview.mjs'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { finishAnimations } from './screen/finishAnimations.ts'
import { readToEnd } from './screen/questions.ts'

// The screens over a host of plain values (renderer/testing/preview.tsx).
test.describe.configure({ timeout: 120_000 })

const widths = [560, 1280] as const
const screens = [
  { view: 'chat', conversationId: undefined },
  { view: 'chat', conversationId: '5f0f3a4e-6f9b-4c53-9d4f-000000000105' },
  { view: 'inbox' },
  { view: 'servers', serverId: undefined },
  { view: 'servers', serverId: 'Files', serverTab: 'tools' },
  { view: 'settings', settingsPage: 'rules' },
] as const

test.describe('the layout', { tag: onBrowser }, () => {
  let preview: Awaited<ReturnType<typeof servePreview>> | undefined
  test.beforeAll(async () => {
    preview = await servePreview({ still: true })
  })
  test.afterAll(async () => await preview?.server.close())

  const open = async (page: Page, search: string): Promise<void> => {
    await page.goto(`${preview?.url ?? ''}?${search}`)
    // With a dialog open, it is hidden from roles.
    await expect(page.locator('main')).toBeVisible({ timeout: 60_000 })
  }

  // It floated over the composer's buttons and over the last rows of a page.
  test('the offer of an undo covers nothing that can be pressed, and moves neither composer nor rows', async ({ page }) => {
    const faults: string[] = []
    for (const text of [100, 200]) {
      await open(page, `text=${String(text)}`)
      for (const screen of screens) {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await page.evaluate(showScreen, screen)
          await page.evaluate(finishAnimations)
          const before = await page.evaluate(placeOfAim)
          await page.evaluate(() => Reflect.get(window, 'offerUndo')(`“${'Boats and '.repeat(12)}” deleted`, () => undefined))
          await expect(page.getByRole('status', { name: 'Undo' }).getByRole('button')).toHaveCount(2)
          await page.evaluate(finishAnimations)
          const where = `in ${JSON.stringify(screen)} at ${String(width)} and ${String(text)} %`
          faults.push(...(await page.evaluate(findCovered)).map((fault) => `${fault} ${where}`))
          if ((await page.evaluate(placeOfAim)) !== before) faults.push(`moved ${where}`)
          await page.getByRole('status', { name: 'Undo' }).getByRole('button', { name: 'Close' }).click()
        }
      }
    }
    expect(faults).toEqual([])
  })

  // It was below the fold of a low window.
  test('the first screen can be left without scrolling in a low window', async ({ page }) => {
    for (const [width, height] of [
      [900, 700],
      [560, 600],
    ] as const) {
      await page.setViewportSize({ width, height })
      await open(page, 'fresh=&language=en')
      await expect(page.getByRole('button', { name: 'Skip to the chat' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    }
  })

  // It was four lines long, beside two buttons.
  test('what is said beside the answers of a form takes two lines in a narrow window', async ({ page }) => {
    for (const language of ['en', 'de']) {
      await page.setViewportSize({ width: 560, height: 900 })
      await open(page, `dialogs=form&language=${language}`)
      await readToEnd(page.getByRole('dialog'))
      const note = page.getByRole('dialog').getByText(/Answers go to|Alles geht an/)
      expect(await note.evaluate((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)))).toBe(2)
    }
  })

  // The two under "Models in use" were of different widths, and so were those above them.
  test('the fields of the page of the models are equally wide', async ({ page }) => {
    await open(page, 'language=en')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(showScreen, { view: 'settings', settingsPage: 'models' })
    await expect(page.getByRole('combobox', { name: 'Titles of conversations' })).toBeVisible()
    const fields = await page.getByRole('combobox').all()
    const widths = await Promise.all(fields.map(async (field) => (await field.boundingBox())?.width))
    expect([widths.length > 1, new Set(widths).size]).toEqual([true, 1])
  })

  test('the ways to begin stand in the middle of a window, however tall it is', async ({ page }) => {
    await open(page, 'language=en')
    const shares: number[] = []
    for (const height of [800, 1280]) {
      await page.setViewportSize({ width: 900, height })
      await page.evaluate(showScreen, { view: 'chat', conversationId: undefined })
      await expect(page.getByRole('button', { name: /^Run a tool yourself/ })).toBeVisible()
      const heading = await page.getByRole('heading', { name: 'What shall we do?' }).boundingBox()
      const composer = await page.getByRole('textbox', { name: /Message/ }).boundingBox()
      shares.push((heading?.y ?? 0) / (composer?.y ?? 1))
    }
    // They stood at the composer, under an empty pane.
    for (const share of shares) expect(share).toBeGreaterThan(0.3)
    for (const share of shares) expect(share).toBeLessThan(0.5)
  })
})

function showScreen(shown: object): void {
  const navigation: { setState(change: object): void } = Object(window.screen)
  navigation.setState(shown)
}

/** Where a person may be aiming: at the composer, or else at the first row of the page. */
function placeOfAim(): number {
  const aim = document.querySelector('main textarea') ?? document.querySelector('main h1, main h2')
  return Math.round(aim?.getBoundingClientRect().top ?? Number.NaN)
}

/** Finds what can be pressed and lies under the offer of an undo, and whether all of the offer is on the screen and can be pressed. */
function findCovered(): string[] {
  const controls = 'button, a, input, textarea, select, [role=button]'
  const offer = document.querySelector('[role=status]:has(> .fading)')
  if (!offer) return ['no offer']
  const box = offer.getBoundingClientRect()
  const covered = new Set<string>()
  for (const control of document.querySelectorAll(controls)) {
    if (offer.contains(control)) continue
    const place = control.getBoundingClientRect()
    const right = Math.min(box.right, place.right)
    const bottom = Math.min(box.bottom, place.bottom)
    // Its box may lie there while what scrolls around it hides it, so the points tell.
    for (let x = Math.max(box.left, place.left) + 1; x < right; x += 6)
      for (let y = Math.max(box.top, place.top) + 1; y < bottom; y += 6)
        if (document.elementsFromPoint(x, y).some((below) => control.contains(below)))
          covered.add(control.getAttribute('aria-label') ?? control.textContent)
  }
  const lost = [...offer.querySelectorAll('button')].filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  return [...[...covered].map((name) => `covers “${name}”`), ...lost.map((button) => `cannot be pressed: ${button.textContent}`)]
}

import type { Locator, Page } from '@playwright/test'
import { servePreview } from '../scripts/lib/servePreview.mjs'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { finishAnimations } from './screen/finishAnimations.ts'

// Large text in a small window: the settings offer 175 % and 200 %, and a window can be as small as 560 × 800.
test.describe.configure({ timeout: 240_000 })

const windows = [
  { width: 560, height: 800 },
  { width: 640, height: 700 },
]
const dialogs = ['approval', 'approval-always', 'form', 'page', 'sampling', 'sampling-answer', 'sign-in']

let preview: Awaited<ReturnType<typeof servePreview>> | undefined
test.beforeAll(async () => {
  preview = await servePreview({ still: true })
})
test.afterAll(async () => await preview?.server.close())

for (const { locale, refuse } of [
  { locale: 'en-US', refuse: 'Deny' },
  { locale: 'de-DE', refuse: 'Ablehnen' },
]) {
  test.describe(`large text in ${locale}`, { tag: onBrowser }, () => {
    test.use({ locale })

    test('every question can be read and answered at 175 % and 200 % in a small window', async ({ page }) => {
      await page.goto(`${preview?.url}?language=system&dialogs=`)
      await expect(page.getByRole('main')).toBeVisible({ timeout: 60_000 })
      await page.evaluate(() => Reflect.get(window, 'dialogs').show('approval'))
      await expect(page.getByRole('dialog').getByRole('button', { name: refuse })).toBeVisible()
      const faults: string[] = []
      for (const percent of [175, 200]) {
        await page.evaluate((size) => void (document.documentElement.style.fontSize = `${size}%`), percent)
        for (const viewport of windows) {
          await page.setViewportSize(viewport)
          for (const name of dialogs) {
            await page.evaluate((dialog) => Reflect.get(window, 'dialogs').show(dialog), name)
            const dialog = page.getByRole('dialog')
            await expect(dialog).toBeVisible()
            const place = `${name} at ${percent} % in ${viewport.width} × ${viewport.height}`
            for (const fault of [...(await findMisplaced(page, dialog)), ...(await findUnreachable(dialog))])
              faults.push(`${fault}: ${place}`)
          }
        }
      }
      expect(faults).toEqual([])
    })
  })
}

test.describe('large text in a low window', { tag: onBrowser }, () => {
  const show = async (page: Page, dialog: string, width: number): Promise<Locator> => {
    await page.setViewportSize({ width, height: 640 })
    await page.goto(`${preview?.url}?language=en&text=200&dialogs=${dialog}`)
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Deny' })).toBeVisible({ timeout: 60_000 })
    await page.evaluate(finishAnimations)
    return page.getByRole('dialog')
  }

  // Only their upper edge was on the screen.
  test('shows the answers at once', async ({ page }) => {
    for (const width of [560, 900]) {
      for (const name of ['approval', 'approval-flow']) expect(await findUnreachable(await show(page, name, width), false)).toEqual([])
    }
  })

  test('does not count as read what the answers cover', async ({ page }) => {
    const dialog = await show(page, 'approval', 560)
    await dialog.locator('[data-body]').evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(dialog.getByText('Scroll to the end of the arguments first.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Allow once' })).toBeDisabled()
    await dialog.evaluate((element) => (element.scrollTop = element.scrollHeight))
    await expect(dialog.getByRole('button', { name: 'Allow once' })).toBeEnabled()
    expect(await findUnreachable(dialog, false)).toEqual([])
  })
})

/** Finds what a person could not read or press: a body that is too low, and buttons of the frame on each other or beyond its edges. */
async function findMisplaced(page: Page, dialog: Locator): Promise<readonly string[]> {
  await page.evaluate(finishAnimations)
  return dialog.evaluate((box) => {
    const faults: string[] = []
    const body = box.querySelector('[data-body]')
    if (!body || body.clientHeight < Math.min(120, body.scrollHeight)) faults.push(`only ${body?.clientHeight} px show what is asked`)
    const { left, right } = box.getBoundingClientRect()
    const buttons = [...box.querySelectorAll('button')].filter((button) => !body?.contains(button) && button.checkVisibility())
    for (const [index, button] of buttons.entries()) {
      const name = button.textContent || button.getAttribute('aria-label')
      const here = button.getBoundingClientRect()
      if (here.left < left || here.right > right || button.scrollWidth > button.clientWidth + 1) faults.push(`“${name}” is cut off`)
      for (const other of buttons.slice(index + 1)) {
        const there = other.getBoundingClientRect()
        const across = Math.min(here.right, there.right) - Math.max(here.left, there.left)
        const down = Math.min(here.bottom, there.bottom) - Math.max(here.top, there.top)
        if (across > 0 && down > 0) faults.push(`“${name}” and “${other.textContent}” overlap by ${Math.round(across)} px`)
      }
    }
    for (const hint of box.querySelectorAll('[data-foot] div:not(:has(div, button))')) {
      const { width, height } = hint.getBoundingClientRect()
      if (height > 0 && width < 160) faults.push(`the hint is only ${Math.round(width)} px wide`)
    }
    return faults
  })
}

/** Scrolls to each answer, as the Tab key does, unless `scroll` is false. Returns those that are not shown whole even then. */
async function findUnreachable(dialog: Locator, scroll = true): Promise<readonly string[]> {
  return dialog.evaluate((box, scrolls) => {
    const faults: string[] = []
    for (const button of box.querySelectorAll('[data-foot] button')) {
      if (scrolls) button.scrollIntoView({ block: 'nearest' })
      const { left, top, right, bottom } = button.getBoundingClientRect()
      const [middle, centre] = [(left + right) / 2, (top + bottom) / 2]
      // The middles of its edges: its corners are round.
      const edges = [
        [left + 2, centre],
        [right - 2, centre],
        [middle, top + 2],
        [middle, bottom - 2],
      ] as const
      const shown = edges.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
      if (!shown) faults.push(`“${button.textContent}” is not shown whole`)
    }
    if (scrolls) box.querySelector('[data-body]')?.scrollIntoView({ block: 'start' })
    return faults
  }, scroll)
}

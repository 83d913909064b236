import type { Page } from '@playwright/test'
import type { NavigationState, ServerTab, SettingsPage } from '../renderer/state/navigation.ts'
import { servePreview } from '../scripts/lib/servePreview.mjs'
import { expect, test } from './fixtures.ts'
import { onBrowser } from './lib/alternateShells.ts'
import { finishAnimations } from './screen/finishAnimations.ts'

// The screens over a host of plain values (renderer/testing/preview.tsx).
test.describe.configure({ timeout: 240_000 })

const widths = [560, 1280] as const
/** Wide, but with little room below the title. */
const low = { width: 1280, height: 480 }
const settings: readonly SettingsPage[] = ['models', 'usage', 'rules', 'secrets', 'signIn', 'appearance', 'telemetry', 'about']
const tabs: readonly ServerTab[] = ['tools', 'resources', 'prompts', 'folders', 'account', 'log', 'traffic', 'about']
/** A change of the screen's state, with plain strings for ids. */
type Shown = Partial<Record<keyof NavigationState, unknown>>
const screens: readonly Shown[] = [
  { view: 'chat', conversationId: undefined },
  // With the app of a server (renderer/testing/previewApps.ts).
  { view: 'chat', conversationId: '5f0f3a4e-6f9b-4c53-9d4f-000000000810' },
  { view: 'inbox' },
  { view: 'servers', serverId: undefined },
  ...settings.map((settingsPage) => ({ view: 'settings', settingsPage })),
  ...tabs.map((serverTab) => ({ view: 'servers', serverId: 'Files', serverTab })),
]

test.describe('text that a person made large', { tag: onBrowser }, () => {
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

  test('at 200 % no screen is cut off, and icons are as large as their text', async ({ page }) => {
    // The longest words.
    await open(page, 'text=200&language=de')
    const faults: string[] = []
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    for (const screen of screens) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await show(page, screen)
        if (screen.conversationId !== undefined) await expect(page.locator('[data-app-region]')).toBeVisible()
        faults.push(...(await page.evaluate(findCut)).map((fault) => `${fault} in ${JSON.stringify(screen)} at ${width}`))
      }
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(faults).toEqual([])
  })

  test('at 200 % the dialog of every question shows what is asked, and its answers can be reached', async ({ page }) => {
    await open(page, 'text=200&dialogs=')
    const faults: string[] = []
    for (const name of await page.evaluate((): readonly string[] => Reflect.get(window, 'dialogs').names)) {
      for (const size of [...widths.map((width) => ({ width, height: 800 })), low]) {
        await page.setViewportSize(size)
        await page.evaluate((dialog) => Reflect.get(window, 'dialogs').show(dialog), name)
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.evaluate(finishAnimations)
        faults.push(
          ...(await page.evaluate(findHiddenParts)).map((fault) => `${fault} in the dialog ${name} at ${size.width} × ${size.height}`),
        )
      }
    }
    expect(faults).toEqual([])
  })

  test('at 400 % an address below the edge of its dialog is not taken for read, and is read where it can be seen', async ({ page }) => {
    // What is left of a window of 1280 × 640.
    await page.setViewportSize({ width: 320, height: 160 })
    await open(page, 'dialogs=')
    await page.evaluate(() => Reflect.get(window, 'dialogs').show('sign-in'))
    const question = page.getByRole('dialog')
    const asked = question.getByRole('group', { name: 'What is asked' })
    const answer = question.getByRole('button', { name: 'Sign in' })
    await expect(question.getByRole('button', { name: 'Not now' })).toBeEnabled()
    const scrollToEnd = (element: Element): void => element.scrollTo(0, element.scrollHeight)
    // The focus on the title scrolled a line of the body into view.
    await question.evaluate((element) => element.scrollTo(0, 0))
    await asked.evaluate(scrollToEnd)
    // What has been seen is found out before the next frame.
    await page.evaluate(async () => await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(answer).toBeDisabled()
    await asked.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await expect(answer).toBeEnabled()
  })

  test('at 200 % answers that would hide what is asked stand below it, and are available once it was read', async ({ page }) => {
    await page.setViewportSize({ width: 560, height: 300 })
    await open(page, 'text=200&dialogs=')
    await page.evaluate(() => Reflect.get(window, 'dialogs').show('sign-in'))
    const question = page.getByRole('dialog')
    const asked = question.getByRole('group', { name: 'What is asked' })
    const answer = question.getByRole('button', { name: 'Sign in' })
    await expect(question.getByRole('button', { name: 'Not now' })).toBeEnabled()
    await expect(answer).toBeDisabled()
    await asked.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    // All of the dialog is left to it.
    expect(await asked.evaluate(findShownPart)).toBeGreaterThan(0.99)
    await asked.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(answer).toBeEnabled()
    await question.evaluate((element) => element.scrollTo(0, 0))
    await expect(answer).toBeEnabled()
  })

  test('scrolling a low dialog below its answers, which stay in place, does not disable them', async ({ page }) => {
    await page.setViewportSize(low)
    await open(page, 'text=200&dialogs=')
    await page.evaluate(() => Reflect.get(window, 'dialogs').show('sign-in'))
    const question = page.getByRole('dialog')
    const answer = question.getByRole('button', { name: 'Sign in' })
    const scrollToEnd = (element: Element): void => element.scrollTo(0, element.scrollHeight)
    await question.evaluate(scrollToEnd)
    await question.getByRole('group', { name: 'What is asked' }).evaluate(scrollToEnd)
    await expect(answer).toBeEnabled()
    const disabled = await question.evaluate(async (dialog) => {
      const places: boolean[] = []
      for (const top of [0, 40, dialog.scrollHeight]) {
        dialog.scrollTo(0, top)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        places.push([...dialog.querySelectorAll('button')].some((button) => button.disabled))
      }
      return places
    })
    expect(disabled).toEqual([false, false, false])
  })

  test('the dialog that asks for folders grows for a folder with a remark, where the pointer rests after it chose that one', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 560, height: 900 })
    await open(page, 'dialogs=folders')
    await page.getByRole('button', { name: 'Add folder' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose a folder' })
    // The path of the home folder, which no one has chosen yet, stands there already.
    await picker.getByRole('textbox', { name: 'Path' }).press('Enter')
    await picker.getByRole('button', { name: 'Choose', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Folders for' }).getByRole('group', { name: 'What is asked' })
    await expect(asked.getByRole('listitem').filter({ hasText: 'home folder' })).toBeVisible()
    await expect.poll(async () => await asked.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  })
})

async function show(ui: Page, shown: Shown): Promise<void> {
  await ui.evaluate((next) => {
    const navigation: { setState(change: object): void } = Object(window.screen)
    navigation.setState(next)
  }, shown)
  await ui.evaluate(finishAnimations)
}

/**
 * Finds what is wider than the box that hides the rest of it, what is beyond the window, and icons that are smaller than at 200 %. A field
 * shows the rest of its text to the caret.
 */
function findCut(): string[] {
  const name = (element: Element): string => `${element.tagName.toLowerCase()} “${(element.textContent ?? '').slice(0, 60)}”`
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const shown = [...document.querySelectorAll('body :not(input)')].filter(
    (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
  )
  return shown.flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    const { overflowX, textOverflow } = getComputedStyle(element)
    const hides = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    const beyond = (left < -1 || right > document.documentElement.clientWidth + 1) && !scrolls(element.parentElement)
    const small = element.matches('svg.lucide') && width < 1.9 * Number(element.getAttribute('width'))
    return [
      ...(hides ? [`cut: ${name(element)}`] : []),
      ...(beyond ? [`beyond: ${name(element)}`] : []),
      ...(small ? ['a small icon'] : []),
    ]
  })
}

/** How much of an element neither the edges of its dialog nor the foot of that hide, as a part of 1. */
function findShownPart(element: Element): number {
  const dialog = element.closest('[role=dialog]')?.getBoundingClientRect()
  const foot = element.parentElement?.querySelector('[data-foot]')?.getBoundingClientRect()
  const { top, bottom, height } = element.getBoundingClientRect()
  if (!dialog || !foot) return 0
  return (Math.min(bottom, dialog.bottom, foot.top) - Math.max(top, dialog.top)) / height
}

/** Finds a body of a question with no room, and answers that lie where nobody can scroll to. */
function findHiddenParts(): string[] {
  const dialog = document.querySelector('[role=dialog]')
  const body = dialog?.querySelector('[data-body]')
  if (!dialog || !body) return ['no question']
  const lines = body.clientHeight / Number.parseFloat(getComputedStyle(body).lineHeight)
  const scrollsDown = /auto|scroll/.test(getComputedStyle(dialog).overflowY)
  const box = dialog.getBoundingClientRect()
  const lost = [...dialog.querySelectorAll('button')].filter((button) => {
    const { bottom, right } = button.getBoundingClientRect()
    return !body.contains(button) && (right > box.right + 1 || (bottom > box.bottom + 1 && !scrollsDown))
  })
  return [
    ...(lines < 3 && body.scrollHeight > body.clientHeight + 1 ? [`room for ${lines.toFixed(1)} lines`] : []),
    ...lost.map((button) => `out of reach: ${button.textContent}`),
  ]
}

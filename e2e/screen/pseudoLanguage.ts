import { expect, type Page } from '@playwright/test'
import { findUntranslated } from '../../renderer/testing/findUntranslated.ts'
import { finishAnimations } from './finishAnimations.ts'

/** The widths of a narrow window and of a wide one. */
const widths = [560, 1280] as const

/** Checks screens in the pseudo-language and collects the faults of each, so that one run reports all of them. */
export class PseudoLanguage {
  readonly #ui: Page
  readonly #faults = new Map<string, Set<string>>()

  constructor(ui: Page) {
    this.#ui = ui
  }

  /**
   * Checks the current screen, narrow and wide.
   * @param screen its name, for the list of faults
   */
  async look(screen: string): Promise<void> {
    for (const width of widths) {
      await this.#ui.setViewportSize({ width, height: 800 })
      await this.#ui.evaluate(finishAnimations)
      const place = `${screen} at ${width}`
      if ((await this.#ui.evaluate(() => document.documentElement.dir)) !== 'rtl')
        this.#add('the page is not laid out from right to left', place)
      for (const overflow of await this.#ui.evaluate(findOverflow)) this.#add(`out of the window: ${overflow}`, place)
      for (const { text, where } of await this.#ui.locator('body').evaluate(findUntranslated)) this.#add(`“${text}” in ${where}`, screen)
    }
  }

  /** Fails with each fault once, together with the first screens that have it. */
  expectNoFaults(): void {
    const list = Array.from(this.#faults, ([fault, screens]) => {
      const [first, second, ...rest] = screens
      return `${fault} — ${[first, second].filter(Boolean).join(', ')}${rest.length > 0 ? ` and ${rest.length} more` : ''}`
    })
    expect(list.toSorted(), 'what no catalogue has, or what does not fit').toEqual([])
  }

  #add(fault: string, screen: string): void {
    this.#faults.set(fault, (this.#faults.get(fault) ?? new Set()).add(screen))
  }
}

/**
 * Finds controls and headings that extend beyond the edge of the window, unless something around them scrolls. Also finds a page that
 * scrolls sideways.
 */
function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const beyond = [...document.querySelectorAll('button, input, select, textarea, h1, h2, [role="tab"]')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && element.checkVisibility() && (left < -1 || right > clientWidth + 1) && !scrolls(element.parentElement)
  })
  const names = beyond.map((element) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 100),
  )
  return scrollWidth > clientWidth + 1 ? ['the page', ...names] : names
}

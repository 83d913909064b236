import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules whose result depends on colours. A theme changes nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The code of the axe that the builder brings along. By itself, the builder takes the form of it that is twice as long. */
const axe = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Checks the current screen: all rules in the light theme, and those about colours in the dark theme too. */
export async function expectAccessible(ui: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await ui.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The double's browser does not allow the helper page that axe opens by default.
    const builder = new AxeBuilder({ page: ui, axeSource: await codeFor(ui) }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'dark' ? builder.withRules(colourRules) : builder).analyze()
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
    expect(findings, `${screen}, ${colorScheme}`).toEqual([])
  }
}

/**
 * Returns what the builder evaluates in each frame of the page, twice for every run. Reading the code takes longer than all rules do, so a page
 * without other frames gets it once, and keeps it.
 */
async function codeFor(ui: Page): Promise<string> {
  if (ui.frames().length > 1) return axe
  if (!(await ui.evaluate(() => 'axe' in window))) await ui.evaluate(axe)
  return 'void 0'
}

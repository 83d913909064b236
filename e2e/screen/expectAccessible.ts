import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules whose result depends on colours. A theme changes nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Checks the current screen: all rules in the light theme, and those about colours in the dark theme too. */
export async function expectAccessible(ui: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await ui.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The double's browser does not allow the helper page that axe opens by default.
    const builder = new AxeBuilder({ page: ui }).setLegacyMode(true).options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'dark' ? builder.withRules(colourRules) : builder).analyze()
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
    expect(findings, `${screen}, ${colorScheme}`).toEqual([])
  }
}

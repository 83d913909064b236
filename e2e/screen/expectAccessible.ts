import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks the current screen in the light theme and in the dark theme. */
export async function expectAccessible(ui: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await ui.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The double's browser does not allow the helper page that axe opens by default.
    const { violations } = await new AxeBuilder({ page: ui }).setLegacyMode(true).analyze()
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
    expect(findings, `${screen}, ${colorScheme}`).toEqual([])
  }
}

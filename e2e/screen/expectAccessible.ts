import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Looks at what is on the screen now, in the light and in the dark. */
export async function expectAccessible(ui: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await ui.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The double's browser lets nobody open the helper page that axe would like.
    const { violations } = await new AxeBuilder({ page: ui }).setLegacyMode(true).analyze()
    const findings = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    )
    expect(findings, `${screen}, ${colorScheme}`).toEqual([])
  }
}

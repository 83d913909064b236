import { expect, test } from './fixtures.ts'
import { goTo } from './screen/navigation.ts'

test('a theme chosen by hand is there with the first paint, and stays over a restart', async ({ parley }) => {
  const ui = await parley.launch()
  await ui.emulateMedia({ colorScheme: 'light' })
  await goTo(ui, 'Settings')
  await ui
    .getByRole('link', { name: 'Appearance' })
    .or(ui.getByRole('tab', { name: 'Appearance' }))
    .click()
  await ui.getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(() => ui.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  await parley.quit()

  const again = await parley.launch()
  await again.emulateMedia({ colorScheme: 'light' })
  // Collects every theme that the root element ever has, from the first moment.
  await again.addInitScript(() => {
    const seen: (string | undefined)[] = []
    Object.assign(globalThis, { seen })
    const note = (): void => {
      const theme = document.documentElement?.dataset['theme']
      if (document.documentElement && (seen.length === 0 || seen.at(-1) !== theme)) seen.push(theme)
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributeFilter: ['data-theme'] })
  })
  await again.reload()
  await again.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(await again.evaluate(() => (globalThis as { seen?: unknown }).seen)).toEqual(['dark'])
  expect(await again.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
})

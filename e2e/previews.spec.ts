import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { say } from './model/reply.ts'
import { message, send } from './screen/chat.ts'
import { expectAccessible } from './screen/expectAccessible.ts'
import { savedFile } from './screen/savedFile.ts'
import { startChat } from './screen/startChat.ts'

const fenced = (language: string, code: string): string => `Look:\n\n\`\`\`${language}\n${code}\n\`\`\`\n\nDone.`
const diagram = (of: Locator): Locator => of.getByRole('img', { name: 'Diagram' })
const preview = (of: Locator | Page): Locator => of.getByRole('dialog', { name: 'Preview' })

test('a diagram is drawn, and its source is one press away, by the keyboard too', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(fenced('mermaid', 'flowchart LR\n  asked[Asked] --> answered[Answered]')))
  await send(ui, 'Draw it')
  const answer = message(ui, 'Done.')
  await expect(diagram(answer)).toBeVisible()
  await expect.poll(() => diagram(answer).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 50)).toBe(true)
  await expectAccessible(ui, 'diagram')
  const saved = await savedFile(parley, ui, () => answer.getByRole('button', { name: 'Download SVG' }).press('Enter'))
  expect(saved.toString()).toMatch(/^<svg[^]*Answered[^]*<\/svg>$/)
  const toggle = answer.getByRole('button', { name: 'Show source' })
  await toggle.focus()
  await ui.keyboard.press('Enter')
  await expect(answer.getByText('asked[Asked] --> answered[Answered]')).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Show diagram' })).toBeFocused()
  await ui.keyboard.press('Enter')
  await answer.getByRole('button', { name: 'Enlarge' }).click()
  await expect(diagram(ui.getByRole('dialog', { name: 'Diagram' }))).toBeVisible()
  await ui.keyboard.press('Escape')
  await expect(ui.getByRole('dialog')).toHaveCount(0)
})

test('what is opened at the end of a conversation leaves its button in view', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  await ui.setViewportSize({ width: 1_000, height: 480 })
  const before = Array.from({ length: 40 }, (_, index) => `Line ${index} of what comes before.`).join('\n\n')
  model.will(say(`${before}\n\n\`\`\`html\n${'<p>One</p>\n'.repeat(20)}\n\`\`\``))
  await send(ui, 'Write a page')
  const open = ui.getByRole('button', { name: 'Preview', exact: true })
  // Whoever presses what still moves scrolls it into view anew, and so leaves the end.
  await expect(ui.getByRole('button', { name: 'Regenerate' })).toBeInViewport({ ratio: 1 })
  await expect(open).toBeInViewport({ ratio: 1 })
  await open.click()
  await expect(preview(ui)).toBeVisible()
  await expect(ui.getByRole('button', { name: 'Close preview' })).toBeInViewport({ ratio: 1 })
  await expect(ui.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await ui.getByRole('button', { name: 'Close preview' }).click()
  await expect(ui.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)
})

test('a diagram with a mistake stays its source, and the next one is drawn', async ({ parley, model }) => {
  const ui = await startChat(parley, model)
  model.will(say(`${fenced('mermaid', 'flowchart LR\n  a[')}\n\n${fenced('mermaid', 'flowchart LR\n  b --> c')}`))
  await send(ui, 'Draw them')
  const answer = message(ui, 'Done.')
  await expect(answer.getByText('there is a mistake in the source')).toBeVisible()
  await expect(answer.getByText('flowchart LR\n  a[')).toBeVisible()
  await expect(diagram(answer)).toHaveCount(1)
})

test('G02: a page that a model wrote runs in its preview, shut in, and one can leave it with Tab', async ({ parley, model }) => {
  parley.expectComplaint(/Content Security Policy|connection-allowlist|ERR_|Failed to/i)
  const ui = await startChat(parley, model)
  const page = `<button onclick="this.textContent = 'Pressed in ' + self.origin">Press</button>
<p id="out"></p><script>
try { localStorage.x = 1 } catch (e) { out.append('no storage, ') }
try { parent.parent.document } catch (e) { out.append('no page, ') }
fetch('https://evil.test/').catch(() => out.append('no network'))
</script>`
  model.will(say(fenced('html', page)))
  await send(ui, 'Make a page')
  const answer = message(ui, 'Done.')
  await expect(preview(ui)).toHaveCount(0)
  await answer.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  await expect(preview(ui)).toContainText('scripts run shut in')
  const inside = ui.frameLocator('iframe[title="Content of the preview"]').frameLocator('iframe')
  await expect(inside.getByText('no storage, no page, no network')).toBeVisible()
  await inside.getByRole('button', { name: 'Press' }).click()
  await expect(inside.getByRole('button', { name: 'Pressed in null' })).toBeVisible()
  await expectAccessible(ui, 'preview')
  await ui.keyboard.press('Tab')
  await expect(inside.getByRole('button', { name: 'Pressed in null' })).not.toBeFocused()

  await preview(ui).getByRole('button', { name: 'Full window' }).click()
  await expect.poll(() => preview(ui).evaluate((dialog) => dialog.matches(':modal'))).toBe(true)
  // The same document, with what was done in it.
  await expect(inside.getByRole('button', { name: 'Pressed in null' })).toBeVisible()
  await ui.getByRole('button', { name: 'Leave full window' }).click()
  await answer.getByRole('button', { name: 'Close preview' }).click()
  await expect(preview(ui)).toHaveCount(0)
})

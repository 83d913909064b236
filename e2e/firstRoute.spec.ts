import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { composer } from './screen/chat.ts'

const folder = join(import.meta.dirname, '../out/renderer')
const LIMIT_BYTES = 360_000

test.skip(({ shell }) => shell === 'electron', 'Both shells load the same files')

const sizeOf = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).byteLength

function expectSmall(names: readonly string[]): void {
  const sizes = names.map(sizeOf)
  expect(names.length).toBeGreaterThan(1)
  const total = sizes.reduce((sum, each) => sum + each, 0)
  expect(total, names.map((name, at) => `${name}: ${String(sizes[at])}`).join('\n')).toBeLessThanOrEqual(LIMIT_BYTES)
}

// Catches: a page, a dialog or a large library is imported where the conversation is, and the start waits for it.
test('what the document names stays under 360 KB (gzip -9)', () => {
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  expectSmall([...index.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name ?? ''))
})

// Catches: the page imports a value from a file with schemas, and every start reads and builds all of them.
test('no file of the page has a schema of Zod', () => {
  const scripts = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((name) => readFileSync(join(folder, 'assets', name), 'utf8').includes('_zod'))).toEqual([])
})

/** Runs in the page: writes a letter as soon as there is a message to write in, and keeps what was loaded by then. */
function writeAtOnce(): void {
  const look = (): void => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]')
    if (!field) return void requestAnimationFrame(look)
    field.focus()
    document.execCommand('insertText', false, 'p')
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.slice(1))
    document.documentElement.dataset['loaded'] = names.filter((name) => /\.(?:js|css)$/.test(name)).join(' ')
  }
  look()
}

// Catches: what is loaded ahead for later is loaded before somebody can write, and holds up the first letters.
test('what is loaded until a letter is written stays under 360 KB (gzip -9), and the rest comes by itself', async ({ parley, model }) => {
  parley.useModel(model)
  // The Chat view is open from the start: what is kept of another one may be too old in the moment of the reload.
  const page = await parley.launch()
  await page.addInitScript(writeAtOnce)
  await page.reload()
  await expect(composer(page)).toHaveValue('p')
  expectSmall((await page.locator('html').getAttribute('data-loaded'))?.split(' ') ?? [])
  const loaded = (): Promise<string> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
  for (const later of ['Dialogs', 'OpenConversation', 'Pages', 'PaletteResults']) await expect.poll(loaded).toContain(`/assets/${later}-`)
})

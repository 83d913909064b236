import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../../scripts/lib/chromium.mjs'
import { startBrowserShell } from '../../lib/startBrowserShell'

export interface ChatPageOptions {
  /** The address of a model endpoint that speaks like OpenAI. */
  readonly modelUrl: string
  /** Writes into the data folder before Parley starts. */
  readonly fill?: (dataDir: string) => void
  /** Files that run in the page before its own scripts. */
  readonly scripts?: readonly string[]
  /** Whether each site has a process of its own, as in a browser that people use. Chromium's headless shell does so only when told. */
  readonly processPerSite?: boolean
}

/** Runs work in a page of the browser shell, with a data folder of its own and without servers, and ends both. */
export async function withChatPage<T>(
  { modelUrl, fill, scripts = [], processPerSite = false }: ChatPageOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('There is no Chromium to measure the page in')
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-page-'))
  const args = processPerSite ? ['--site-per-process'] : []
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args })
  try {
    const provider = { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: modelUrl, models: ['any'] }
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ models: { default: 'local/any', providers: [provider] } }))
    fill?.(folder)
    const shell = await startBrowserShell({ dataDir: folder, home: folder, env: {}, args: [] }, browser)
    try {
      for (const path of scripts) await shell.page.addInitScript({ path })
      await shell.open()
      await shell.page.getByRole('textbox', { name: 'Message' }).waitFor()
      return await work(shell.page)
    } finally {
      await shell.quit()
    }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Parley } from '../lib/parley.ts'

/** Runs what saves a file, and returns what the person has on their disk then. */
export async function savedFile(parley: Parley, ui: Page, press: () => Promise<unknown>): Promise<Buffer> {
  if (parley.kind === 'browser') {
    const download = ui.waitForEvent('download')
    await press()
    return readFileSync(await (await download).path())
  }
  const path = join(parley.folder, 'saved')
  await parley.willSaveFile(path)
  await press()
  await expect.poll(() => existsSync(path)).toBe(true)
  return readFileSync(path)
}

import { expect } from '@playwright/test'
import { readDatabase } from '../lib/readDatabase.ts'

/** Waits until it is on disk what was open: a view, the page of a project, or the place in a conversation at which somebody reads. */
export async function screenSaved(dataDir: string, what: 'place' | 'projectId' | { readonly view: string }): Promise<void> {
  const saved = (): string => String(readDatabase(dataDir, 'SELECT json FROM last_screen')[0]?.['json'])
  await expect.poll(saved).toContain(typeof what === 'string' ? `"${what}"` : `"view":"${what.view}"`)
}

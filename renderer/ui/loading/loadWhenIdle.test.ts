import { expect, test, vi } from 'vitest'
import { loadWhenIdle } from './loadWhenIdle'

// Catches: code that could not be loaded ahead ends the page, or code is loaded for a page that is gone.
test('a failure to load ahead is quiet, and what was cancelled is not loaded', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('away')))
  const cancelled = vi.fn(() => Promise.resolve())
  loadWhenIdle(cancelled)()
  loadWhenIdle(failing)
  await vi.waitFor(() => expect(failing).toHaveBeenCalledOnce(), { timeout: 10_000 })
  expect(cancelled).not.toHaveBeenCalled()
})

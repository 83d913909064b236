import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { settle } from '../../../testing/settle'
import { user } from '../../../testing/user'
import { t } from '../../../i18n/t'
import { StorageUsage } from './StorageUsage'

// jsdom lacks element methods that the list of a combobox needs.
beforeAll(() => void Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => undefined }))

const DAY_MS = 86_400_000
const deletion = () => screen.getByRole('button', { name: t('settings.data.delete.do') })

/** A host with twelve files, three of which are older than half a year, none older than a year. */
function hostWithFiles(): FakeHost {
  const host = new FakeHost().publish('files.stored', { count: 12, bytes: 24_000, deleted: 0 })
  const isOlder = (before: number): boolean => Date.now() - before < 200 * DAY_MS
  host.answer('files.totalBefore', ({ before }) => (isOlder(before) ? { count: 3, bytes: 6_000 } : { count: 0, bytes: 0 }))
  host.answer('files.dataSizes', () => ({ database: 4096, searchIndex: 2048, copies: 0, settings: 512 }))
  host.answer('files.deleteBefore', () => {
    host.publish('files.stored', { count: 9, bytes: 18_000, deleted: 3 })
    return { count: 3, bytes: 6_000 }
  })
  return host
}

// A dialog that counted with one age and deleted with another would delete what nobody agreed to.
it('deletes what it said, of the age that was chosen, and nothing when there is nothing of it', async () => {
  const host = hostWithFiles()
  await renderWithHost(<StorageUsage />, host)
  expect(screen.getByText(t('settings.data.files.size', { count: 12, size: '23 KB' }))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: t('settings.data.files.delete') }))
  await settle()
  expect(screen.getByRole('dialog').textContent).toContain(t('settings.data.delete.total', { count: 0, size: '' }))
  expect(deletion()).toHaveProperty('disabled', true)

  await user.click(screen.getByRole('combobox'))
  await user.click(screen.getByRole('option', { name: t('settings.data.delete.age.halfYear') }))
  await settle()
  expect(screen.getByRole('dialog').textContent).toContain(t('settings.data.delete.total', { count: 3, size: '5.9 KB' }))
  const counted = host.asked.findLast(({ name }) => name === 'files.totalBefore')?.input
  await user.click(deletion())
  await settle()
  expect(host.asked.filter(({ name }) => name === 'files.deleteBefore').map(({ input }) => input)).toEqual([counted])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(t('settings.data.files.size', { count: 9, size: '18 KB' }))).toBeTruthy()
})

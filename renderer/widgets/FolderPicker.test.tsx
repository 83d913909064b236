import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FolderListing } from '../../shared/domain/folderListing'
import { t } from '../i18n/t'
import { FakeHost } from '../testing/fakeHost'
import { renderWithHost } from '../testing/renderWithHost'
import { user } from '../testing/user'
import { FolderPicker } from './FolderPicker'

it('takes no letters before the first folder stands in the field: they would stand behind its path', async () => {
  const { promise, resolve } = Promise.withResolvers<FolderListing>()
  const host = new FakeHost().answer('folders.list', () => promise)
  await renderWithHost(<FolderPicker onChosen={() => undefined} onClose={() => undefined} />, host)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: t('questions.folders.path') })
  await user.type(field, '/tmp')
  expect(field.value).toBe('')
  resolve({ path: '/home/dana', folders: [] })
  await expect.poll(() => field.value).toBe('/home/dana')
  await user.clear(field)
  await user.type(field, '/tmp')
  expect(field.value).toBe('/tmp')
})

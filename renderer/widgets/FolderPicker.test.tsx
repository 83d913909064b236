import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FolderListing } from '../../shared/domain/folderListing'
import { AppError } from '../../shared/errors/appError'
import { errorTitle } from '../i18n/translateError'
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
  await waitFor(() => expect(field.value).toBe('/home/dana'))
  await user.clear(field)
  await user.type(field, '/tmp')
  expect(field.value).toBe('/tmp')
})

// The host names its folders by whole paths, and the page put each behind the path that it already held.
it('opens the folder that is pressed, and gives its path as the host spells it', async () => {
  const { chosen, field, choose } = await showPicker()
  await waitFor(() => expect(field().value).toBe(HOME.path))
  await user.click(screen.getByRole('button', { name: 'notes' }))
  await waitFor(() => expect(field().value).toBe(NOTES.path))
  await waitFor(() => expect(choose().disabled).toBe(false))
  await user.click(choose())
  expect(chosen).toEqual([NOTES.path])
})

it('does not let the home folder be chosen in which it begins, says what to do, and warns once somebody went there', async () => {
  const { chosen, field, choose } = await showPicker()
  await waitFor(() => expect(field().value).toBe(HOME.path))
  expect(choose().disabled).toBe(true)
  expect(screen.getByRole('status').textContent).toBe(t('questions.folders.openOne'))
  await user.type(field(), '{Enter}')
  await waitFor(() => expect(choose().disabled).toBe(false))
  expect(screen.getByRole('status').textContent).toBe(t('questions.folders.risk.home'))
  await user.click(choose())
  expect(chosen).toEqual([HOME.path])
})

it('does not let a path be chosen that leads nowhere, says why, and keeps the way on', async () => {
  const { chosen, field, choose } = await showPicker()
  await waitFor(() => expect(field().value).toBe(HOME.path))
  await user.clear(field())
  await user.type(field(), '/nowhere')
  expect(choose().disabled).toBe(true)
  const reason = errorTitle(missing('/nowhere'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain(reason))
  expect(choose().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: t('questions.folders.up') }))
  await waitFor(() => expect(field().value).toBe(ROOT.path))
  expect(screen.getByRole('status').textContent).toBe('')
  await user.click(choose())
  expect(chosen).toEqual([ROOT.path])
})

it('offers nothing to choose between a letter and the look at its path: it would be the folder before', async () => {
  const { chosen, field, choose } = await showPicker()
  await waitFor(() => expect(field().value).toBe(HOME.path))
  await user.type(field(), '/n')
  expect(choose().disabled).toBe(true)
  await user.clear(field())
  await user.type(field(), `${ROOT.path}{Enter}`)
  await waitFor(() => expect(choose().disabled).toBe(false))
  await user.click(choose())
  expect(chosen).toEqual([ROOT.path])
})

/** A name may end with a space, on every system but Windows. */
const NOTES: FolderListing = { path: '/home/dana/notes ', parent: '/home/dana', folders: [] }
const HOME: FolderListing = { path: '/home/dana', parent: '/', risk: 'home', folders: [{ name: 'notes ', path: NOTES.path }] }
const ROOT: FolderListing = { path: '/', folders: [{ name: 'home', path: '/home' }] }

const missing = (path: string): AppError => new AppError('NOT_FOUND', { reason: 'roots.notFound', params: { path } })

async function showPicker() {
  const chosen: string[] = []
  const host = new FakeHost().answer('folders.list', ({ path }) => {
    const found = path === undefined ? HOME : [HOME, NOTES, ROOT].find((each) => each.path === path)
    if (!found) throw missing(path ?? '')
    return found
  })
  await renderWithHost(<FolderPicker onChosen={(path) => chosen.push(path)} onClose={() => undefined} />, host)
  return {
    chosen,
    field: () => screen.getByRole<HTMLInputElement>('textbox', { name: t('questions.folders.path') }),
    choose: () => screen.getByRole<HTMLButtonElement>('button', { name: t('questions.verb.choose') }),
  }
}

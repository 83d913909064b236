import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noPolicy } from '../../../../shared/domain/policyView'
import { AppError } from '../../../../shared/errors/appError'
import { translator } from '../../../i18n/t'
import { translateError } from '../../../i18n/translateError'
import { passTime } from '../../../testing/settle'
import { button, dialog, press, showQuestion } from '../testing/questionStage'

afterEach(() => void vi.useRealTimers())

it('P14: a picked folder with keys is listed with its remark and not ticked, so that Share shares it only when that is meant', async () => {
  const shown = await showQuestion({ kind: 'folders', current: [] })
  let picked = '/srv/notes'
  shown.host
    .answer('folders.pick', () => ({ path: picked }))
    .answer('folders.check', ({ folders }) =>
      folders.map((folder) => ({ folder, found: true, ...(folder.endsWith('.ssh') && { risk: 'keys' as const }) })),
    )
  await press('Add folder')
  await passTime(1)
  picked = '/home/dana/.ssh'
  await press('Add folder')
  await passTime(1)
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, false])
  expect(dialog().textContent).toContain('Keys, tokens or passwords are in this folder.')
  await press('Share')
  expect(shown.answers).toEqual([{ kind: 'folders', action: 'share', roots: ['/srv/notes'] }])
})

it('a folder that a policy forbids is listed with the reason and cannot be shared; the limit is said beforehand', async () => {
  const shown = await showQuestion({ kind: 'folders', current: [] })
  const forbidden = new AppError('POLICY', {
    reason: 'policy.folder',
    params: {
      by: 'ATLAS IT',
      ask: { id: 'policy.askAt', params: { name: 'ATLAS IT', contact: 'Tel. 4711' } },
      path: '/srv',
      folders: ['/srv/a'],
    },
  }).toData()
  shown.host
    .publish('policy', {
      ...noPolicy,
      locks: { folders: { by: ['ATLAS IT'], facts: [{ code: 'within', params: { folders: ['/srv/a'] } }] } },
    })
    .answer('folders.pick', () => ({ path: '/srv' }))
    .answer('folders.check', ({ folders }) => folders.map((folder) => ({ folder, found: true, forbidden })))
  await passTime(1)
  expect(dialog().textContent).toContain(translator().t('policy.lock.within', { by: ['ATLAS IT'], folders: ['/srv/a'] }))
  await press('Add folder')
  await passTime(1)
  const box = screen.getByRole<HTMLInputElement>('checkbox')
  expect([box.checked, box.disabled, button('Share').disabled]).toEqual([false, true, true])
  expect(screen.getByRole('listitem').textContent).toContain(translateError(forbidden).message)
  expect(screen.getByRole('listitem').textContent).toContain(translateError(forbidden).hint)
})

it('says that servers are no longer meant to ask for folders', async () => {
  await showQuestion({ kind: 'folders', current: [] })
  expect(dialog().textContent).toContain(
    'Deprecated Since 2026-07-28, MCP advises servers to take folders as arguments of a tool or in their configuration.',
  )
})

it('shows the folders that the conversation adds, with their remarks; they can be shared alone', async () => {
  const shown = await showQuestion({ kind: 'folders', current: [], added: ['file:///home/dana/.ssh'] })
  shown.host
    .answer('folders.check', ({ folders }) => folders.map((folder) => ({ folder, found: true, risk: 'keys' as const })))
    .publish('policy', { ...noPolicy, locks: { folders: { by: ['ATLAS IT'], facts: [] } } })
  await passTime(1)
  const added = screen.getByRole('list', { name: translator().t('questions.folders.added') })
  expect(added.textContent).toContain('/home/dana/.ssh')
  expect(added.textContent).toContain(translator().t('questions.folders.risk.keys'))
  await press('Share')
  expect(shown.answers).toEqual([{ kind: 'folders', action: 'share', roots: [] }])
})

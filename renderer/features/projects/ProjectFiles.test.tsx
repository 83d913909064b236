import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileHash, ProjectId, UploadId } from '../../../shared/domain/ids'
import type { Project } from '../../../shared/domain/projects/project'
import { AppError } from '../../../shared/errors/appError'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { user } from '../../testing/user'
import { ProjectFiles } from './ProjectFiles'

const release: Project = {
  id: ProjectId.parse('5f0f3a4e-6f9b-4c53-9d4f-000000000002'),
  name: 'Release',
  created: 0,
  accounts: {},
  files: [],
}
const sha256 = FileHash.parse('a'.repeat(64))

// Catches uploads that end without a word when the person looks at something else meanwhile.
it('files go on into their project when its page is left, and what failed is named there', async () => {
  const arrived = Promise.withResolvers<void>()
  const host = new FakeHost()
    .answer('files.begin', ({ name }) => {
      if (name === 'huge.csv') throw new AppError('INVALID_INPUT', 'The file is too large')
      return { uploadId: UploadId.parse('5f0f3a4e-6f9b-4c53-9d4f-000000000003') }
    })
    .answer('files.append', () => arrived.promise)
    .answer('files.finish', () => ({ sha256, name: 'plan.csv', type: 'text/csv', bytes: 4, text: 'whole' }))
    .answer('files.cancel', () => undefined)
    .answer('projects.attach', () => undefined)
  const { unmount } = await renderWithHost(<ProjectFiles project={release} />, host)
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.createElement('input')
  await user.upload(chooser, [new File(['Plan'], 'plan.csv'), new File(['Much'], 'huge.csv')])
  await waitFor(() => expect(host.asked.map(({ name }) => name)).toContain('files.append'))
  unmount()
  await act(async () => arrived.resolve())
  await waitFor(() => expect(host.asked.map(({ name }) => name).filter((name) => name === 'files.begin')).toHaveLength(2))
  await settle()
  expect(host.asked.flatMap(({ name, input }) => (name === 'projects.attach' ? [input] : []))).toEqual([
    { projectId: release.id, files: [{ sha256, name: 'plan.csv' }] },
  ])
  await renderWithHost(<ProjectFiles project={release} />, host)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['huge.csvThe file is too large.'])
  await user.click(screen.getByRole('button', { name: 'Remove “huge.csv”' }))
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

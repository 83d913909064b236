import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ProjectId } from '../../../shared/domain/ids'
import type { Project } from '../../../shared/domain/projects/project'
import { offerUndo, useUndoStore } from '../../state/undoStore'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { settle } from '../../testing/settle'
import { user } from '../../testing/user'
import { UndoBar } from '../../widgets/UndoBar'
import { removeFolder } from './removeFromProject'

const release: Project = {
  id: ProjectId.parse('5f0f3a4e-6f9b-4c53-9d4f-000000000002'),
  name: 'Release',
  created: 0,
  accounts: {},
  files: [],
  folders: ['/code', '/notes'],
}

beforeEach(() => useUndoStore.setState({ offer: undefined, at: 0 }))

// Catches: what was removed from a project by one wrong press is gone without a way back.
it('a folder that was removed comes back to its place', async () => {
  const host = new FakeHost().answer('projects.change', () => undefined)
  await renderWithHost(<UndoBar />, host)
  removeFolder(release, '/code')
  await screen.findByText('The folder “/code” is no longer in “Release”')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await settle()
  expect(host.asked.map(({ input }) => Object(input).change as unknown)).toEqual([
    { folders: { remove: ['/code'] } },
    { folders: { add: ['/code'], at: 0 } },
  ])
})

// Catches: an undo that is gone before a person has seen what they lost.
it('can be undone for half a minute', () => {
  vi.useFakeTimers()
  offerUndo('gone', () => undefined)
  vi.advanceTimersByTime(29_000)
  expect(useUndoStore.getState().offer).toBeDefined()
  vi.advanceTimersByTime(1_500)
  expect(useUndoStore.getState().offer).toBeUndefined()
  vi.useRealTimers()
})

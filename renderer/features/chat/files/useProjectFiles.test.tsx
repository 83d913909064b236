import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FileHash, ProjectId } from '../../../../shared/domain/ids'
import type { Project } from '../../../../shared/domain/projects/project'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { addKnownFile, filesAt, removeFile, useDraftFiles } from './draftFiles'
import { useProjectFiles } from './useProjectFiles'

const file = (letter: string): AttachedFile => ({
  sha256: FileHash.parse(letter.repeat(64)),
  name: `${letter}.txt`,
  type: 'text/plain',
  bytes: 1,
  text: 'whole',
})
const project = (...letters: readonly string[]): Project => ({
  id: ProjectId.parse('00000000-0000-4000-8000-000000000001'),
  name: 'Taxes',
  created: 0,
  accounts: {},
  files: letters.map(file),
})
const attached = () => filesAt(useDraftFiles.getState(), 'new')
const names = () => attached().map(({ name }) => name)

beforeEach(() => useDraftFiles.setState({ places: new Map() }))

it('a change of the project’s files takes nothing that the person attached, and brings back nothing that they removed', () => {
  const { rerender, unmount } = renderHook(useProjectFiles, { initialProps: project('a', 'b') })
  expect(names()).toEqual(['a.txt', 'b.txt'])
  addKnownFile('new', file('c'), () => undefined)
  removeFile('new', attached()[0]?.key ?? '')
  // The same files once more: something else of the project has changed.
  rerender(project('a', 'b'))
  expect(names()).toEqual(['b.txt', 'c.txt'])
  rerender(project('a', 'd'))
  expect(names()).toEqual(['c.txt', 'd.txt'])
  unmount()
  expect(names()).toEqual(['c.txt'])
})

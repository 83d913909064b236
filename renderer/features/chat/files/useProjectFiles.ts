import { useEffect, useRef } from 'react'
import type { FileHash } from '../../../../shared/domain/ids'
import type { Project } from '../../../../shared/domain/projects/project'
import { addProjectFiles, removeFile } from './draftFiles'

/**
 * Shows the files of a project as attachments of a new chat in it, so that a person sees what goes along, and can remove it. The host attaches
 * them to the conversation that the chat becomes. When the project's files change meanwhile, what the person attached stays, and what they
 * removed does not come back.
 */
export function useProjectFiles(project: Project | undefined): void {
  const { id, files } = project ?? {}
  /** The attachments that were shown for files of the project, removed ones too. */
  const shown = useRef(new Map<FileHash, string>())
  useEffect(() => {
    const ofProject = shown.current
    return () => {
      for (const key of ofProject.values()) removeFile('new', key)
      ofProject.clear()
    }
  }, [id])
  useEffect(() => {
    if (!files) return
    const has = new Set(files.map(({ sha256 }) => sha256))
    for (const [sha256, key] of shown.current) {
      if (has.has(sha256)) continue
      removeFile('new', key)
      shown.current.delete(sha256)
    }
    const added = addProjectFiles(files.filter(({ sha256 }) => !shown.current.has(sha256)))
    for (const [sha256, key] of added) shown.current.set(sha256, key)
  }, [id, files])
}

import { useEffect, useState } from 'react'
import type { ProjectId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { uploadFile } from '../../widgets/files/uploadFile'

/** A file on its way into a project, or one that could not get there. */
export interface ProjectUpload {
  readonly key: string
  readonly name: string
  /** From 0 to 1. */
  readonly part: number
  readonly failed?: AppError
}

export interface ProjectUploads {
  readonly uploads: readonly ProjectUpload[]
  readonly add: (files: readonly File[]) => void
  /** Forgets one that failed. */
  readonly dismiss: (key: string) => void
}

/** Hands files over to the host, one after the other, and adds each to the project. Ends with the page. */
export function useProjectUploads(projectId: ProjectId): ProjectUploads {
  const [uploads, setUploads] = useState<readonly ProjectUpload[]>([])
  const [stop] = useState(() => new AbortController())
  useEffect(() => () => stop.abort(), [stop])
  const dismiss = (key: string): void => setUploads((all) => all.filter((one) => one.key !== key))
  const change = (key: string, next: Partial<ProjectUpload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const bring = async (file: File, key: string): Promise<void> => {
    try {
      const { sha256, name } = await uploadFile(file, stop.signal, (part) => change(key, { part }))
      await callHost('projects.attach', { projectId, files: [{ sha256, name }] })
      dismiss(key)
    } catch (thrown) {
      change(key, { failed: AppError.from(thrown) })
    }
  }
  const addAll = async (added: readonly { readonly file: File; readonly key: string }[]): Promise<void> => {
    for (const { file, key } of added) if (!stop.signal.aborted) await bring(file, key)
  }
  return {
    uploads,
    add: (files) => {
      const added = files.map((file) => ({ file, key: crypto.randomUUID() }))
      setUploads((all) => [...all, ...added.map(({ file, key }) => ({ key, name: file.name, part: 0 }))])
      void addAll(added)
    },
    dismiss,
  }
}

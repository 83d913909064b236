import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
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

interface UploadOfProject extends ProjectUpload {
  readonly projectId: ProjectId
}

/** The uploads of all projects. They go on when the person leaves the page of theirs, and last until Parley ends. */
const useUploads = create<{ readonly all: readonly UploadOfProject[] }>(() => ({ all: [] }))

const dismiss = (key: string): void => useUploads.setState(({ all }) => ({ all: all.filter((one) => one.key !== key) }))

const change = (key: string, next: Partial<ProjectUpload>): void =>
  useUploads.setState(({ all }) => ({ all: all.map((one) => (one.key === key ? { ...one, ...next } : one)) }))

/** Hands files over to the host, one after the other, and adds each to the project. */
export function useProjectUploads(projectId: ProjectId): ProjectUploads {
  const uploads = useUploads(useShallow(({ all }) => all.filter((one) => one.projectId === projectId)))
  return { uploads, add: (files) => void addAll(projectId, files), dismiss }
}

async function addAll(projectId: ProjectId, files: readonly File[]): Promise<void> {
  const added = files.map((file) => ({ file, key: crypto.randomUUID() }))
  const begun = added.map(({ file, key }) => ({ projectId, key, name: file.name, part: 0 }))
  useUploads.setState(({ all }) => ({ all: [...all, ...begun] }))
  for (const { file, key } of added) await bring(projectId, file, key)
}

async function bring(projectId: ProjectId, file: File, key: string): Promise<void> {
  try {
    const { sha256, name } = await uploadFile(file, lasts, (part) => change(key, { part }))
    await callHost('projects.attach', { projectId, files: [{ sha256, name }] })
    dismiss(key)
  } catch (thrown) {
    change(key, { failed: AppError.from(thrown) })
  }
}

/** Nothing ends an upload but its own failure. */
const lasts = new AbortController().signal

import { useQuery } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { AppError } from '../../../shared/errors/appError'
import type { AttachedFile } from '../../../shared/files/attachedFile'
import { ErrorNotice } from '../ErrorNotice'
import { readFileBlob } from './readFileBlob'

const KEPT_MS = 60_000

export interface FilePictureProps {
  readonly file: AttachedFile
  readonly alt: string
  readonly className: string
  /** Shown until the picture is there, and instead of one that was deleted. */
  readonly children: ReactNode
  /** Whether to say why it is not there. */
  readonly saysWhy?: boolean
}

/** An attached picture. */
export function FilePicture({ file, alt, className, children, saysWhy = false }: FilePictureProps) {
  const { data, error } = useQuery({
    queryKey: ['file', file.sha256],
    queryFn: ({ signal }) => readFileBlob(file, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
  })
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const url = data && URL.createObjectURL(data)
      if (url !== undefined) picture.src = url
      return () => {
        if (url !== undefined) URL.revokeObjectURL(url)
      }
    },
    [data],
  )
  if (error && saysWhy) return <ErrorNotice error={AppError.from(error)} />
  return data ? <img ref={show} alt={alt} className={className} /> : children
}

import type { ProjectId } from '../../../shared/domain/ids'
import type { AppError } from '../../../shared/errors/appError'
import type { ProjectChange } from '../../../shared/rpc/projects'
import { callHost } from '../../rpc/callHost'
import { useAsyncAction } from '../../widgets/useAsyncAction'

export interface ProjectChanging {
  readonly change: (change: ProjectChange) => void
  /** Why the last change could not be made. */
  readonly failed: AppError | undefined
}

/** Changes what a project says. It counts for its conversations from their next message on. */
export function useProjectChange(projectId: ProjectId): ProjectChanging {
  const { failed, run } = useAsyncAction()
  return { failed, change: (change) => run(() => callHost('projects.change', { projectId, change })) }
}

import type { ProjectId } from '../../shared/domain/ids'
import type { Project } from '../../shared/domain/projects/project'
import { useTopic } from './useTopic'

/** Returns a project. Undefined without an id, and if there is none. */
export function useProject(projectId: ProjectId | undefined): Project | undefined {
  return useTopic('projects', (projects) => projects.find(({ id }) => id === projectId))
}

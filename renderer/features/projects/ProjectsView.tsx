import { useProject } from '../../rpc/useProject'
import { useNavigation } from '../../state/navigation'
import { ProjectList } from './ProjectList'
import { ProjectPage } from './ProjectPage'

/** Lists all projects, or shows the page of one. */
export function ProjectsView() {
  const project = useProject(useNavigation((screen) => screen.projectId))
  return project ? <ProjectPage key={project.id} project={project} /> : <ProjectList />
}

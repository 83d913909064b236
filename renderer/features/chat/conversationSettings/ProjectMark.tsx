import { Layers } from 'lucide-react'
import type { Project } from '../../../../shared/domain/projects/project'
import { t } from '../../../i18n/t'
import { showProjects } from '../../../state/navigation'
import { AppLink } from '../../../ui/AppLink'

/** The project of the conversation, after its title. It leads to the page of the project. */
export function ProjectMark({ project }: { readonly project: Project | undefined }) {
  if (!project) return null
  return (
    <AppLink
      to="project"
      aria-label={t('projects.mark', { project: project.name })}
      className="no-drag inline-flex h-control min-w-0 items-center gap-1.5 rounded-2 px-1.5 text-12 text-text-2 hover:bg-hover hover:text-text"
      onGo={() => showProjects(project.id)}
    >
      <Layers size={13} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <bdi translate="no" className="cut max-w-48">
        {project.name}
      </bdi>
    </AppLink>
  )
}

import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { showProjects } from '../../state/navigation'
import { offerUndo } from '../../state/undoStore'
import { attempt } from '../../widgets/conversations/conversationListActions'

/** Removes a project, with an undo. Its conversations stay, without what they had inherited. */
export function removeProject({ id, name }: Pick<Project, 'id' | 'name'>, conversations: number): void {
  attempt(async () => {
    const { undoId } = await callHost('projects.remove', { projectId: id })
    showProjects()
    offerUndo(t('projects.deleted', { name, count: conversations }), () =>
      attempt(async () => {
        await callHost('projects.restore', { undoId })
        showProjects(id)
      }),
    )
  })
}

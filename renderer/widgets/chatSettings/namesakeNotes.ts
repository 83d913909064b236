import type { ConversationSummary } from '../../../shared/domain/chat'
import type { ProjectId } from '../../../shared/domain/ids'
import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { formatWhen } from '../../ui/format/formatTime'

/** Pure: what tells projects of the same name apart in a list: how many conversations each has, and when it was made. None for other projects. */
export function namesakeNotes(
  projects: readonly Pick<Project, 'id' | 'name' | 'created'>[],
  conversations: readonly Pick<ConversationSummary, 'project'>[],
  now: number,
): ReadonlyMap<ProjectId, string> {
  const byName = Map.groupBy(projects, ({ name }) => name.trim().toLowerCase())
  const namesakes = [...byName.values()].filter((same) => same.length > 1).flat()
  return new Map(
    namesakes.map(({ id, created }) => {
      const count = conversations.filter(({ project }) => project === id).length
      return [id, t('projects.namesake', { count, when: formatWhen(created, now) })]
    }),
  )
}

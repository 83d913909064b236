import { SquarePen } from 'lucide-react'
import { LONGEST_PROJECT_NAME, type Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { showNewChatIn } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { Fact, Facts } from '../../ui/Facts'
import { formatDay } from '../../ui/format/formatTime'
import { RenameField } from '../../ui/form/RenameField'
import { useNow } from '../../ui/hooks/useNow'
import { ProjectTile } from './ProjectTile'
import type { ProjectUse } from './projectUse'

export interface ProjectHeadProps {
  readonly project: Project
  readonly use: ProjectUse
  /** The id of the element that names the project. */
  readonly nameId: string
  readonly renaming: boolean
  readonly onName: (name: string) => void
  readonly onRenamed: () => void
}

/** The name of a project with its use, and the way to a new chat in it. */
export function ProjectHead({ project: { id, name, files }, use, nameId, renaming, onName, onRenamed }: ProjectHeadProps) {
  const now = useNow(true, 60_000)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ProjectTile />
      <div className="min-w-0 grow basis-64">
        {renaming && (
          <RenameField label={t('projects.name')} name={name} maxLength={LONGEST_PROJECT_NAME} onName={onName} onEnd={onRenamed} />
        )}
        <h1 id={nameId} className={renaming ? 'sr-only' : 'breakable text-16 font-title tracking-(--track-title)'}>
          <bdi translate="no">{name}</bdi>
        </h1>
        <Facts className="text-12">
          <Fact>{t('projects.conversationCount', { count: use.conversations.length })}</Fact>
          {files.length > 0 && <Fact>{t('chat.count.files', { count: files.length })}</Fact>}
          {use.conversations.length > 0 && <Fact>{t('projects.used', { day: formatDay(use.lastUse, now) })}</Fact>}
        </Facts>
      </div>
      <Button look="ink" className="max-w-full" onClick={() => showNewChatIn(id)}>
        <SquarePen size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="cut">{t('projects.newChatIn', { project: name })}</span>
      </Button>
    </div>
  )
}

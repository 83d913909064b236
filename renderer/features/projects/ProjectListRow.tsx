import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { modelName } from '../../../shared/domain/models/modelName'
import { isServerOn, NO_SWITCHES } from '../../../shared/domain/projects/effectiveSettings'
import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { showProjects } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { classNames } from '../../ui/classNames'
import { useNow } from '../../ui/hooks/useNow'
import { LetterTile } from '../../ui/LetterTile'
import { StatusLabel } from '../../ui/StatusLabel'
import { formatLastUse } from './formatLastUse'
import { ProjectTile } from './ProjectTile'
import type { ProjectUse } from './projectUse'
import { useProjectDrop } from './useProjectDrop'

const TILES = 4

export interface ProjectListRowProps {
  readonly project: Project
  readonly use: ProjectUse
}

/** One project in the list: 60 px, with what in it waits, what it says first, its servers, its model and its use. */
export function ProjectListRow({ project, use }: ProjectListRowProps) {
  const { id, name, instructions = '', model, switches = NO_SWITCHES } = project
  const nameId = useId()
  const now = useNow(true, 60_000)
  const servers = (useTopic('servers', (list) => list.servers) ?? []).filter((server) => server.enabled && isServerOn(switches, server.id))
  const drop = useProjectDrop(id)
  return (
    <article
      aria-labelledby={nameId}
      {...drop.events}
      className={classNames(
        'relative flex min-h-15 items-center gap-3 py-2 ps-3 pe-3 hover:bg-hover has-[a:focus-visible]:bg-hover',
        drop.isOver && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <ProjectTile />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 id={nameId} className="cut min-w-0 text-13 font-title">
            <AppLink to="project" data-list-item={id} className="after:absolute after:inset-0" onGo={() => showProjects(id)}>
              <bdi translate="no">{name}</bdi>
            </AppLink>
          </h2>
          {use.waiting > 0 && <StatusLabel shape="ask" className="text-ask-text" word={t('projects.waiting', { count: use.waiting })} />}
          {use.running > 0 && <StatusLabel shape="busy" word={t('projects.running', { count: use.running })} />}
        </div>
        {instructions.trim() !== '' && (
          <div translate="no" dir="auto" className="cut text-12 text-text-3">
            {firstLine(instructions)}
          </div>
        )}
      </div>
      <span aria-hidden="true" className="flex shrink-0 gap-1 @max-[40rem]:hidden">
        {servers.slice(0, TILES).map((server) => (
          <LetterTile key={server.id} name={server.id} />
        ))}
        {servers.length > TILES && (
          <span className="num self-center text-12 text-text-3">{t('projects.moreServers', { count: servers.length - TILES })}</span>
        )}
      </span>
      <span className="sr-only">{t('chat.count.servers', { count: servers.length })}</span>
      {model !== undefined && (
        <span translate="no" className="mono cut w-38 shrink-0 text-12 text-text-2 @max-[48rem]:hidden">
          {modelName(model)}
        </span>
      )}
      {model === undefined && <span className="w-38 shrink-0 text-12 text-text-3 @max-[48rem]:hidden">{t('projects.model.standard')}</span>}
      <span className="num grid w-29 shrink-0 text-end text-12">
        <span className="text-text-2">{t('projects.conversationCount', { count: use.conversations.length })}</span>
        <span className="text-text-3">{formatLastUse(use.lastUse, now)}</span>
      </span>
      <ChevronRight size={15} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-text-3 rtl:-scale-x-100" />
    </article>
  )
}

/** Pure: the first line that says something. */
function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

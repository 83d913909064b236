import { ChevronLeft, Ellipsis } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Project } from '../../../shared/domain/projects/project'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { showProjects } from '../../state/navigation'
import { AppLink } from '../../ui/AppLink'
import { IconButton } from '../../ui/IconButton'
import { Menu } from '../../ui/Menu'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useListFailure } from '../../widgets/conversations/conversationListActions'
import { TopBar } from '../../widgets/TopBar'
import { ConversationRows } from './ConversationRows'
import { ProjectFiles } from './ProjectFiles'
import { ProjectHead } from './ProjectHead'
import { ProjectInstructions } from './ProjectInstructions'
import { ProjectSection } from './ProjectSection'
import { ProjectSettings } from './ProjectSettings'
import { projectUse } from './projectUse'
import { removeProject } from './removeProject'
import { useAskingConversations } from './useAskingConversations'
import { useProjectChange } from './useProjectChange'

/** The page of one project: its conversations, and what they start from. */
export function ProjectPage({ project }: { readonly project: Project }) {
  const [renaming, setRenaming] = useState(false)
  const use = projectUse(project, useTopic('chat.conversations') ?? [], useAskingConversations())
  const changing = useProjectChange(project.id)
  const failedInList = useListFailure((state) => state.failed)
  const failed = changing.failed ?? failedInList
  const nameId = useId()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The link that was pressed is gone with the list.
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <TopBar
        end={
          <Menu
            trigger={<IconButton label={t('projects.more')} icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />} />}
            entries={[
              { kind: 'item', label: t('projects.rename'), takesFocus: true, onSelect: () => setRenaming(true) },
              { kind: 'line' },
              {
                kind: 'item',
                label: t('projects.delete'),
                danger: true,
                onSelect: () => removeProject(project, use.conversations.length),
              },
            ]}
          />
        }
      >
        <AppLink
          to="projects"
          className="inline-flex items-center gap-0.5 rounded-1 text-accent hover:underline"
          onGo={() => showProjects()}
        >
          <ChevronLeft size={14} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
          {t('projects.title')}
        </AppLink>
      </TopBar>
      <div ref={page} tabIndex={-1} data-quiet-focus data-focus-home className="min-h-0 grow overflow-y-auto px-4 py-5 wide:px-8">
        <article aria-labelledby={nameId} className="mx-auto max-w-page">
          <ProjectHead
            project={project}
            use={use}
            nameId={nameId}
            renaming={renaming}
            onName={(name) => changing.change({ name })}
            onRenamed={() => setRenaming(false)}
          />
          <p className="pt-3 text-12 text-text-3">{t('projects.startFrom')}</p>
          {failed && (
            <div className="pt-3">
              <ErrorNotice role="alert" error={failed} />
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 wide:grid-cols-[minmax(0,1fr)_19rem]">
            <div className="min-w-0">
              <ProjectSection title={t('projects.conversations')}>
                {use.conversations.length === 0 ? (
                  <p className="text-12 text-text-3">{t('projects.noConversations')}</p>
                ) : (
                  <ConversationRows conversations={use.conversations} label={t('projects.conversations')} first={8} />
                )}
              </ProjectSection>
              <ProjectInstructions project={project} onChange={changing.change} />
              <ProjectFiles project={project} />
            </div>
            <ProjectSettings project={project} onChange={changing.change} />
          </div>
        </article>
      </div>
    </>
  )
}

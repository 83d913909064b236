import { Plus } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Skeleton } from '../../ui/Skeleton'
import { useListNavigation } from '../../ui/hooks/useListNavigation'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { useListFailure } from '../../widgets/conversations/conversationListActions'
import { TopBar } from '../../widgets/TopBar'
import { ConversationRows } from './ConversationRows'
import { NewProjectDialog } from './NewProjectDialog'
import { ProjectListRow } from './ProjectListRow'
import { conversationsIn, projectUse } from './projectUse'
import { useAskingConversations } from './useAskingConversations'

/** All projects, the last used one first, and the conversations that are in none. */
export function ProjectList() {
  const projects = useTopic('projects')
  const conversations = useTopic('chat.conversations') ?? []
  const asking = useAskingConversations()
  const failed = useListFailure((state) => state.failed)
  const [adding, setAdding] = useState(false)
  const list = useListNavigation()
  const add = (): void => setAdding(true)
  const used = (projects ?? [])
    .map((project) => ({ project, use: projectUse(project, conversations, asking) }))
    .toSorted((one, other) => other.use.lastUse - one.use.lastUse)
  const others = conversationsIn(undefined, conversations)
  return (
    <>
      <TopBar narrowOnly>
        <h1 className="text-13 font-title">{t('projects.title')}</h1>
      </TopBar>
      <div tabIndex={-1} data-quiet-focus data-focus-home className="min-h-0 grow overflow-y-auto px-4 py-5.5 wide:px-8">
        <div ref={list} className="@container mx-auto grid max-w-page grid-cols-[minmax(0,1fr)]">
          <div className="flex flex-wrap items-center justify-end gap-2 pb-1.5">
            <h1 className="grow text-16 font-title tracking-(--track-title) max-wide:hidden">{t('projects.title')}</h1>
            {used.length > 0 && <NewProjectButton onAdd={add} />}
          </div>
          <p className="pb-4 text-text-2">{t('projects.whatItIs')}</p>
          {failed && (
            <div className="pb-3">
              <ErrorNotice role="alert" error={failed} />
            </div>
          )}
          {projects === undefined && (
            <div className="rounded-3 border border-line bg-raised">
              <Skeleton label={t('projects.title')} rows={4} />
            </div>
          )}
          {projects?.length === 0 && (
            <div className="rounded-3 border border-line bg-raised py-4">
              <EmptyState title={t('projects.noneYet')} text={t('projects.noneYet.help')}>
                <NewProjectButton onAdd={add} />
              </EmptyState>
            </div>
          )}
          {used.length > 0 && (
            <div className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-raised">
              {used.map(({ project, use }) => (
                <ProjectListRow key={project.id} project={project} use={use} />
              ))}
            </div>
          )}
          {others.length > 0 && (
            <section aria-labelledby="in-no-project" className="pt-5.5">
              <h2 id="in-no-project" className="pb-1.5 text-11 font-label text-text-3">
                {t('projects.inNone')}
              </h2>
              <ConversationRows conversations={others} label={t('projects.inNone')} first={3} />
              {used.length > 0 && <p className="pt-3 text-12 text-text-3">{t('projects.howToMove')}</p>}
            </section>
          )}
        </div>
      </div>
      {adding && <NewProjectDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function NewProjectButton({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <Button look="ink" onClick={onAdd}>
      <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
      {t('projects.new')}
    </Button>
  )
}

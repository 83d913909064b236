import './chat.css'
import { useEffect, type ReactNode } from 'react'
import type { ConversationId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import { useFirstDrawOver } from '../../state/firstDraw'
import { useNavigation } from '../../state/navigation'
import { useTemporaryChat } from '../../state/temporaryChat'
import { loadLater } from '../../ui/loading/loadLater'
import { loadWhenIdle } from '../../ui/loading/loadWhenIdle'
import { TopBar } from '../../widgets/TopBar'
import { useAppsShown } from './apps/appsShown'
import { Composer } from './composer/Composer'
import { EmptyConversation } from './EmptyConversation'
import { useProjectFiles } from './files/useProjectFiles'
import { ProjectMark } from './conversationSettings/ProjectMark'
import { useProjectInFront } from './conversationSettings/useProjectInFront'
import { BeginningTemporaryChat } from './temporary/BeginningTemporaryChat'
import { TemporaryFailure } from './temporary/TemporaryFailure'

// A new chat is drawn without what messages need: their list, Markdown, calls.
const { Component: OpenConversation, preload: preloadConversation } = loadLater(
  async () => (await import('./OpenConversation')).OpenConversation,
  // What is typed into a temporary chat is held until its own field is there.
  ({ id }: { readonly id: ConversationId }) =>
    useTemporaryChat(({ beginning }) => beginning?.conversationId === id) && <BeginningTemporaryChat />,
)
const { Component: ChatDialogs, preload: preloadDialogs } = loadLater(async () => (await import('./ChatDialogs')).ChatDialogs)
const { Component: AppLayer } = loadLater(async () => (await import('./apps/AppLayer')).AppLayer)

/** Loads what a conversation with messages needs. The Chat view does it by itself, once the first draw is over. */
export const preloadChat = async (): Promise<void> => {
  await Promise.all([preloadConversation(), preloadDialogs()])
}

export interface ChatViewProps {
  /** What stands above the composer beside its own notes: an undo, the waiting question. */
  readonly bar?: ReactNode
  /** Of that, what has to be seen also where an app fills the window. */
  readonly questions?: ReactNode
}

/** The conversation in front, or a new one. */
export function ChatView({ bar, questions }: ChatViewProps) {
  const id = useNavigation((screen) => screen.conversationId)
  const begins = useTemporaryChat(({ beginning }) => beginning !== undefined && beginning.conversationId === undefined)
  const over = useFirstDrawOver()
  const appsShown = useAppsShown(({ shown }) => shown)
  useEffect(() => (over ? loadWhenIdle(preloadChat) : undefined), [over])
  const notes = (
    <>
      <TemporaryFailure />
      {bar}
    </>
  )
  return (
    <>
      {begins ? <BeginningTemporaryChat /> : id === undefined ? <NewChat bar={notes} /> : <OpenConversation key={id} id={id} bar={notes} />}
      {over && <ChatDialogs />}
      {appsShown && <AppLayer questions={questions} />}
    </>
  )
}

/** A new conversation. Parley creates it when the person types the first words. */
function NewChat({ bar }: ChatViewProps) {
  const project = useProjectInFront(undefined)
  useProjectFiles(project)
  return (
    <>
      <TopBar>
        <h1 className="font-title">{t('chat.newChat')}</h1>
        <ProjectMark project={project} />
      </TopBar>
      <EmptyConversation />
      {/* In another project it is another chat. */}
      <Composer key={project?.id ?? 'none'} conversation={undefined} bar={bar} />
    </>
  )
}

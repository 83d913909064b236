import { useEffect } from 'react'
import { Direction } from 'radix-ui'
import { localeFacts } from '../../shared/i18n/locale'
import { CommandPalette } from '../features/commandPalette/CommandPalette'
import { ChatView } from '../features/chat/ChatView'
import { QuestionBar } from '../features/questions/QuestionBar'
import { ApprovalsAtCalls, type CallApprovalsProps } from '../widgets/calls/CallApprovals'
import { UndoBar } from '../widgets/UndoBar'
import { useLanguage } from '../i18n/useLanguage'
import { useTopic } from '../rpc/useTopic'
import { useNavigation } from '../state/navigation'
import { endFirstDraw, useFirstDrawOver } from '../state/firstDraw'
import { isQuickWindow } from '../state/isQuickWindow'
import { loadLater } from '../ui/loading/loadLater'
import { loadWhenIdle } from '../ui/loading/loadWhenIdle'
import { ViewBoundary } from './ViewBoundary'
import { useFirstStart } from './useFirstStart'
import { useGlobalShortcuts } from './useGlobalShortcuts'
import { AppLayout } from './AppLayout'
import { QuickWindow } from './quickWindow/QuickWindow'
import { useRequestedPlace } from './quickWindow/useRequestedPlace'

// The conversation is drawn first. What it does not need is loaded once that is over, before anybody can ask for it.
const { Component: Pages, preload: preloadPages } = loadLater(async () => (await import('./Pages')).Pages)
const { Component: Approvals, preload: preloadApprovals } = loadLater(
  async () => (await import('../features/questions/card/ApprovalsInConversation')).ApprovalsInConversation,
  ({ calls, rows }: CallApprovalsProps) => rows(calls),
)
const { Component: DialogsOverViews } = loadLater(async () => (await import('./Dialogs')).Dialogs)

const drawApprovals = (props: CallApprovalsProps) => <Approvals {...props} />

/** Parley's screen. A change of the language mounts it again. Open items, typed text and questions are stored outside components. */
export function App() {
  const locale = useLanguage()
  return (
    <Direction.Provider dir={localeFacts[locale].direction}>
      <ApprovalsAtCalls value={drawApprovals}>
        {isQuickWindow() ? <QuickWindow key={locale} dialogs={<Dialogs />} /> : <Window key={locale} />}
      </ApprovalsAtCalls>
    </Direction.Provider>
  )
}

/** The window: one view in front, with dialogs over it. */
function Window() {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  useGlobalShortcuts(shell)
  useRequestedPlace()
  const view = useNavigation((screen) => screen.view)
  const over = useFirstDrawOver()
  useEffect(() => (over ? loadWhenIdle(preloadPages) : undefined), [over])
  return (
    <AppLayout>
      <ViewBoundary key={view}>
        <CurrentView />
      </ViewBoundary>
      <Dialogs />
    </AppLayout>
  )
}

/**
 * The dialogs open by themselves, the palette at once: what is typed after its keys is for its field. Whoever asks for one, or a question that
 * waits, ends the first draw.
 */
function Dialogs() {
  const over = useFirstDrawOver()
  const asked = useTopic('questions', (questions) => questions.open.length > 0)
  useEffect(() => {
    if (asked === true) endFirstDraw()
  }, [asked])
  useEffect(() => (over ? loadWhenIdle(preloadApprovals) : undefined), [over])
  return (
    <>
      {over && <DialogsOverViews />}
      <CommandPalette />
    </>
  )
}

function CurrentView() {
  const view = useNavigation((screen) => screen.view)
  const firstStart = useFirstStart()
  if (view === 'chat' && !firstStart.running) {
    const bars = (
      <>
        <UndoBar />
        <QuestionBar />
      </>
    )
    return <ChatView bar={bars} questions={<QuestionBar />} />
  }
  return (
    <>
      <Pages view={view} onFirstStartDone={firstStart.end} />
      <UndoBar atFoot />
    </>
  )
}

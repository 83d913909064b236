import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AppInfo } from '../../shared/domain/settings'
import { waitingOrder } from '../features/questions/questionOrder'
import { topicNow } from '../rpc/useTopic'
import {
  openKeys,
  openPalette,
  openQuestion,
  openSearch,
  openServerForm,
  returnToChat,
  showChat,
  showInbox,
  showProjects,
  showServers,
  showSettings,
} from '../state/navigation'
import { isDialogOpen } from '../ui/dialogOverlay'
import { startTemporaryChat } from '../state/temporaryChat'

type Action = (questionIds: () => readonly Parameters<typeof openQuestion>[0][]) => void

// In the browser shell, keys that the browser reserves use Alt instead of Ctrl or Cmd.
const ownKeys: Readonly<Record<string, Action>> = {
  KeyN: () => {
    showChat()
    focusHome()
  },
  Digit1: () => {
    returnToChat()
    focusHome()
  },
  Digit2: () => {
    showProjects()
    focusHome()
  },
  Digit3: () => {
    showServers()
    focusHome()
  },
  Digit4: () => {
    showInbox()
    focusHome()
  },
  Digit5: () => {
    showSettings()
    focusHome()
  },
}
const mainKeys: Readonly<Record<string, Action>> = {
  KeyK: () => openPalette(true),
  KeyI: (questionIds) => openQuestion(questionIds()[0]),
}

/** The keys that work everywhere in the window. Each view handles its own keys. */
export function useGlobalShortcuts(shell: AppInfo['shell']): void {
  const client = useQueryClient()
  useEffect(() => {
    const questionIds = () => waitingOrder(topicNow(client, 'questions')?.open ?? []).map(({ id }) => id)
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event, shell)
      if (!action || isCovered(event)) return
      event.preventDefault()
      action(questionIds)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [client, shell])
}

function actionOf(event: KeyboardEvent, shell: AppInfo['shell']): Action | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined
  const main = (event.ctrlKey || event.metaKey) && !event.altKey
  const own = shell === 'browser' ? event.altKey && !event.ctrlKey && !event.metaKey : main
  if (own && event.shiftKey && event.code === 'KeyN') return startTemporaryChat
  if (own && event.shiftKey && event.code === 'KeyA') return () => openServerForm({ kind: 'add' })
  if (main && event.shiftKey && event.code === 'KeyF') return () => openSearch('')
  if (event.shiftKey && event.key !== '?') return undefined
  if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) return () => openKeys(true)
  return (own ? ownKeys[event.code] : undefined) ?? (main ? mainKeys[event.code] : undefined)
}

const HOME = '[data-focus-home]'
/** On a busy computer a view is not on the screen by the next frame. */
const FRAMES_WAITED = 60

/** Moves the focus into the view that was opened, once it is on the screen: to the message, to the list, or to the settings. */
function focusHome(): void {
  const before = document.querySelector(HOME)
  const look = (framesLeft: number): void => {
    const home = document.querySelector<HTMLElement>(HOME)
    // Where the view was open already, its home stays the same one.
    if (home && (home !== before || framesLeft === FRAMES_WAITED)) home.focus()
    if ((!home || home === before) && framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1))
  }
  requestAnimationFrame(() => look(FRAMES_WAITED))
}

/**
 * No dialog opens over a dialog, and nothing changes below one. Only the next question may replace it, and the keys are shown over it: whoever
 * wants to answer by them looks for them there.
 */
function isCovered(event: KeyboardEvent): boolean {
  return event.code !== 'KeyI' && event.key !== '?' && isDialogOpen()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}

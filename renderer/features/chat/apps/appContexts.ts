import { create } from 'zustand'
import type { AppId, StartedApp } from '../../../../shared/domain/apps/app'
import type { ConversationId, ServerId } from '../../../../shared/domain/ids'
import type { AppContext } from './bridge/appRequests'

/** What an open app gives the model with the next message of the person. Each app has one: the last. */
export interface GivenContext {
  readonly appId: AppId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  /** The tool that showed it. */
  readonly tool: string
  readonly text: string
  /** It was before the person's eyes. Only then does it go with a message. */
  readonly seen: boolean
}

/** In the order in which the apps first gave something. */
export const useAppContexts = create<{ readonly given: readonly GivenContext[] }>(() => ({ given: [] }))

/** Puts what an app gives in the place of what it gave before. */
export function giveContext(context: Omit<GivenContext, 'seen'>): void {
  useAppContexts.setState(({ given }) => {
    const at = given.findIndex(({ appId }) => appId === context.appId)
    if (given[at]?.text === context.text) return {}
    const next = { ...context, seen: false }
    return { given: at < 0 ? [...given, next] : given.with(at, next) }
  })
}

/** Takes what an open app gives, or that it gives nothing any more. */
export function takeContext(
  { appId, serverId }: StartedApp,
  { conversationId, tool }: Pick<GivenContext, 'conversationId' | 'tool'>,
  context: AppContext | null,
): void {
  if (context) giveContext({ appId, serverId, conversationId, tool, text: context.text })
  else dropContext(appId)
}

/** The app gives nothing any more: it is gone, took it back, or the person left it out. */
export const dropContext = (gone: AppId): void =>
  useAppContexts.setState(({ given }) =>
    given.some(({ appId }) => appId === gone) ? { given: given.filter(({ appId }) => appId !== gone) } : {},
  )

/** The person has seen exactly this. */
export const contextSeen = (shown: GivenContext): void =>
  useAppContexts.setState(({ given }) => ({ given: given.map((one) => (one === shown ? { ...one, seen: true } : one)) }))

/** What goes with a message now, of the apps of a conversation. */
export const contextsToSend = (id: ConversationId | undefined): readonly GivenContext[] =>
  useAppContexts.getState().given.filter(({ conversationId, seen }) => conversationId === id && seen)

/** These were sent. What an app gave since then stays for the next message. */
export const contextsSent = (sent: readonly GivenContext[]): void =>
  useAppContexts.setState(({ given }) => ({
    given: given.filter((one) => !sent.some(({ appId, text }) => one.appId === appId && one.text === text)),
  }))

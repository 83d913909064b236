import { create } from 'zustand'
import type { AppNotice } from '../../shared/confinedFrames/appNotices'
import type { StartedApp } from '../../shared/domain/apps/app'
import type { CallId, ConversationId, ServerId } from '../../shared/domain/ids'

/** Something that an app was refused, the last time that it was. The app can make it up. */
export interface AppViolation {
  readonly notice: Exclude<AppNotice, { kind: 'key' | 'press' | 'left' }>
  readonly at: number
}

/** In CSS pixels. */
export interface AppMeasures {
  /** What the app says that it would like. */
  readonly wanted?: { readonly width?: number; readonly height?: number }
  /** What it has. The width is unknown until it was seen. */
  readonly has: { readonly width?: number; readonly height?: number }
}

/** What whoever writes an app pretends, to see how it behaves. What is missing is as it is. */
export interface AppSimulation {
  readonly theme?: 'light' | 'dark' | undefined
  /** How wide its place is, in CSS pixels. */
  readonly width?: number | undefined
  /** How its call goes: the model writes the arguments slowly, or breaks off in them. */
  readonly call?: 'slow' | 'cutOff' | undefined
}

/** What the page knows of an app that it started, for whoever writes the app. It stays when the app has ended, and goes with its conversation. */
export interface AppFacts {
  readonly callId: CallId
  readonly conversationId: ConversationId
  readonly tool: string
  /** When its call began. */
  readonly calledAt: number
  readonly isOpen: boolean
  /** It runs though the browser cannot shut it in. */
  readonly unprotected: boolean
  /** Of the last start, as are the violations. */
  readonly started: StartedApp
  readonly violations: readonly AppViolation[]
  readonly measures: AppMeasures
  readonly simulation: AppSimulation
  /** Pretends this from now on. Another way of the call starts the app anew, because an app hears of its call once. */
  readonly simulate: (simulation: AppSimulation) => void
  /** Starts it anew. */
  readonly reload: () => void
}

/** The apps that this page started, by their calls. */
export const useAppFacts = create<ReadonlyMap<CallId, AppFacts>>(() => new Map())

/** Tells what an app is like now. */
export function tellAppFacts(facts: AppFacts): void {
  useAppFacts.setState((before) => new Map(before).set(facts.callId, facts), true)
}

/** Nothing is known any more of the apps of a conversation. */
export function forgetAppFacts(conversationId: ConversationId): void {
  useAppFacts.setState((before) => new Map([...before].filter(([, facts]) => facts.conversationId !== conversationId)), true)
}

/** Pure: the apps of a server, the newest call first. */
export function appsOfServer(facts: ReadonlyMap<CallId, AppFacts>, serverId: ServerId): readonly AppFacts[] {
  return [...facts.values()].filter(({ started }) => started.serverId === serverId).toSorted((a, b) => b.calledAt - a.calledAt)
}

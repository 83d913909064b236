import type { ComponentType, RefObject } from 'react'
import type { ServerWithState } from '../rpc/useServers'

/** What a tab of a server's page is given. */
export interface ServerPanelProps extends ServerWithState {
  /** What scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
}

/** The tabs of a server's page that are features of their own. */
export type ServerPanels = Readonly<Record<'tools' | 'resources' | 'prompts' | 'log' | 'traffic', ComponentType<ServerPanelProps>>>

import type { ComponentType, RefObject } from 'react'
import type { ServerWithState } from '../rpc/useServers'

/** The props of a tab on a server's page. */
export interface ServerPanelProps extends ServerWithState {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>
}

/** The tabs of a server's page that are separate features. */
export type ServerPanels = Readonly<Record<'tools' | 'resources' | 'prompts' | 'log' | 'traffic', ComponentType<ServerPanelProps>>>

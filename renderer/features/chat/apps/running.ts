import type { AppId } from '../../../../shared/domain/apps/app'
import type { PooledFrame } from '../../../confinedFrame/framePool'
import { callHost } from '../../../rpc/callHost'
import type { AppBridge } from './bridge/appBridge'

/** What is there of an app while it is open. */
export interface Running {
  readonly appId: AppId
  readonly frame: PooledFrame
  bridge?: AppBridge
  /** The host has told of it. */
  known: boolean
  resultAsked: boolean
  readonly stop: (() => void)[]
}

/** Ends an app in the host. */
export function stopInHost(appId: AppId): void {
  // Where it fails, the host has ended it already.
  callHost('apps.stop', { appId }).catch(() => undefined)
}

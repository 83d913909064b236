import type { AppId } from '../../../../shared/domain/apps/app'
import type { PooledFrame } from '../../../confinedFrame/framePool'
import { callHost } from '../../../rpc/callHost'
import type { AppBridge } from './bridge/appBridge'
import type { CallReporter } from './callReporter'

/** What is there of an app while it is open. */
export interface Running {
  readonly appId: AppId
  readonly frame: PooledFrame
  bridge?: AppBridge
  reporter?: CallReporter
  /** The host has told of it. */
  known: boolean
  readonly stop: (() => void)[]
}

/** Ends an app in the host. */
export async function stopInHost(appId: AppId): Promise<void> {
  // Where it fails, the host has ended it already.
  await callHost('apps.stop', { appId }).catch(() => undefined)
}

import type { AppGrant, AppId, GrantedThing, StartedApp } from '../../../../shared/domain/apps/app'
import { AppError } from '../../../../shared/errors/appError'
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

/** Takes something back from an app in the host: what it may always, and what it may while it is open. @throws {AppError} */
export async function takeBackInHost(
  { appId, serverId, resourceUri }: StartedApp,
  left: AppGrant,
  thing: GrantedThing | undefined,
): Promise<void> {
  await callHost('apps.takeBack', { serverId, resourceUri, ...(thing && { thing }) })
  try {
    await callHost('apps.grant', { appId, grant: left, lasts: 'open' })
  } catch (thrown) {
    // An app that has ended, also by the call before, has nothing for the time that it is open.
    if (AppError.from(thrown).code !== 'NOT_FOUND') throw thrown
  }
}

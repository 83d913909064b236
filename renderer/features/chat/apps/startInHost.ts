import type { StartedApp } from '../../../../shared/domain/apps/app'
import type { CallId, ConversationId } from '../../../../shared/domain/ids'
import { PreparedFrames } from '../../../confinedFrame/preparedFrames'
import { callHost } from '../../../rpc/callHost'
import { afterMs } from '../../../ui/afterMs'
import { stopInHost } from './running'

const preparedFrames = new PreparedFrames({ open: () => callHost('confinedFrames.prepareApp', {}), after: afterMs })

/** An app may start soon: a frame for it passes its self-test before. */
export function prepareForApp(): void {
  preparedFrames.prepare()
}

export interface AppBegun {
  readonly started: StartedApp
  /** The frame that it got. Absent: it loads one of its own. */
  readonly prepared: HTMLIFrameElement | undefined
  /** The frame that was prepared is in the pool, or is not needed. */
  readonly done: () => void
}

/**
 * Starts the app of a call in the host, in the frame that is prepared if there is one and it fits. Undefined, and stopped again, if nobody wants it any longer.
 * @throws {AppError} see the contract (`apps.start`)
 */
export async function startInHost(
  { conversationId, callId }: { readonly conversationId: ConversationId; readonly callId: CallId },
  { unprotected, isWanted }: { readonly unprotected: boolean; readonly isWanted: () => boolean },
): Promise<AppBegun | undefined> {
  // The host alone says whether an app may run unprotected, and makes a frame of its own for that.
  const frame = unprotected ? undefined : await preparedFrames.take()
  const done = (): void => frame?.leave()
  try {
    const started = await callHost('apps.start', {
      conversationId,
      callId,
      ...(unprotected && { unprotected }),
      ...(frame && { prepared: frame.origin }),
    })
    if (!isWanted()) {
      done()
      await stopInHost(started.appId)
      return undefined
    }
    return { started, prepared: started.frame.app?.prepared ? frame?.iframe : undefined, done }
  } catch (thrown) {
    done()
    throw thrown
  }
}

import { createHost, type Host } from '../../main/host'
import { joinSystemNetwork } from '../../main/net/systemNetwork'
import { openPageSession, type PageSession } from '../../main/rpc/pageSession'
import type { FramePlace } from '../../main/confinedFrames/confinedFrameStore'
import type { Translator } from '../../shared/i18n/translator'
import type { Publication } from '../../shared/rpc/wire'
import { composePorts } from '../composePorts'
import { frameScripts } from '../frameScripts'

export interface HostStart {
  readonly folder: string
  /** The folder of the compiled host and its workers. */
  readonly compiled: string
  /** The value of `--policy`. */
  readonly policy: string | undefined
  readonly frames: Omit<FramePlace, 'scripts'>
  /** The address to which browsers return after a sign-in. */
  readonly redirect: string
  /** Loads the language of the page. */
  readonly translator: () => Promise<Translator>
}

export interface StartedHost extends Host {
  readonly openSession: (publish: (publication: Publication) => void) => PageSession
}

/** Starts the host of the browser shell. This file and what it imports is the large part of Parley's code. */
export async function startHost({ folder, compiled, policy, frames, redirect, translator }: HostStart): Promise<StartedHost> {
  joinSystemNetwork()
  const host = await createHost({
    ...composePorts({ shell: 'browser', dataDir: folder, compiled, policy }),
    framePlace: { ...frames, scripts: frameScripts(compiled) },
    redirect,
    translator,
  })
  return { ...host, openSession: (publish) => openPageSession({ ...host, publish }) }
}

import type { Translator } from '../shared/messages/translator'
import type { AppInfo } from '../shared/domain/settings'
import type { Launch } from '../shared/domain/server'
import type { ServerId } from '../shared/domain/ids'
import type { Clock } from './lib/clock'

/** Where the vault's data key lives. Adapters: the OS keychain, memory. */
export interface KeyProvider {
  readonly kind: 'keychain' | 'memory'
  /** The key, or undefined when none was kept yet. @throws {AppError} SECRETS_LOCKED when the place cannot be opened. */
  load(signal: AbortSignal): Promise<Uint8Array | undefined>
  save(key: Uint8Array, signal: AbortSignal): Promise<void>
}

/** A place of a policy. */
export interface PolicyPlace {
  readonly path: string
  /** The computer's own: it may be absent. What the command line named must be there. */
  readonly mustBelongToRoot: boolean
}

/** What only a shell can do. Whatever is absent is done by the page, or not at all. */
export interface HostPorts {
  readonly shell: AppInfo['shell']
  readonly version: string
  readonly dataDir: string
  readonly clock: Clock
  /** The first provider that works is used; the last should be memory. */
  readonly keyProviders: readonly KeyProvider[]
  /** Absolute path of the compiled worker that checks schemas. */
  readonly schemaWorker: string
  /** Absolute path of the compiled thread that writes frames. */
  readonly frameWriter: string
  /** The PATH of the user's login shell, asked once. */
  readonly loginShellPath: (signal: AbortSignal) => Promise<string>
  /** Where other hosts keep their configurations; the user's own folders, or a test's. */
  readonly userFolders: { readonly home: string; readonly config: string }
  /** Opens an address outside of Parley. Absent where the page opens it itself. */
  readonly openUrl?: (url: string) => Promise<void>
  /** Where browsers come back to after a sign-in, where the shell listens there itself. Absent where the host listens by itself. */
  readonly redirect?: string
  /** The language on the screen, for the page that a browser is shown after a sign-in. Absent: English. */
  readonly translator?: () => Promise<Translator>
  /** Puts Parley's window before the others. Absent where there is none. */
  readonly bringToFront?: () => void
  /** The native folder dialog. Absent where the page shows its own. */
  readonly pickFolder?: () => Promise<string | undefined>
  /** Asks outside of the page whether a new or changed command may be kept; `file` is what the command means here. Absent where the page is the person. */
  readonly confirmCommand?: (serverId: ServerId, launch: Launch, file?: string) => Promise<boolean>
  /**
   * True for a host that runs beside a window with the same data folder: it starts no server by itself, takes up no conversation, and
   * keeps its questions to itself.
   */
  readonly beside?: boolean
  /**
   * Where an admin's policy is looked for: the computer's own place for it, and what the command line named. One that must belong to root
   * counts only if nobody else could have written it. Absent where there is none.
   */
  readonly policyFiles?: readonly PolicyPlace[]
  /** Ports of model servers that are looked for on 127.0.0.1; a test gives its own. */
  readonly localModelPorts?: { readonly ollama: number; readonly lmStudio: number; readonly llamaCpp: number }
}

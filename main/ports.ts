import type { Translator } from '../shared/i18n/translator'
import type { AppInfo } from '../shared/domain/settings'
import type { Launch } from '../shared/domain/server'
import type { ServerAuth } from '../shared/domain/serverAuth'
import type { ServerId } from '../shared/domain/ids'
import type { ProtocolChoice } from '../shared/protocol/protocolChoice'
import type { FramePlace } from './confinedFrames/confinedFrameStore'
import type { DesktopWindows } from './desktop/desktopStore'
import type { Clock } from './lib/clock'

/** Stores the data key of the vault. Adapters: the OS keychain, memory. */
export interface KeyProvider {
  readonly kind: 'keychain' | 'memory'
  /**
   * Returns the key, or undefined when none was stored yet.
   * @throws {AppError} SECRETS_LOCKED when the store cannot be opened.
   */
  load(signal: AbortSignal): Promise<Uint8Array | undefined>
  save(key: Uint8Array, signal: AbortSignal): Promise<void>
}

/** A place of a policy. */
export interface PolicyPlace {
  readonly path: string
  /** True for the computer's own policy file, which may be absent. A file from the command line must exist. */
  readonly mustBelongToRoot: boolean
}

/** Abilities that only a shell has. If one is absent, the page does the work, or the feature is missing. */
export interface HostPorts {
  readonly shell: AppInfo['shell']
  readonly version: string
  readonly dataDir: string
  readonly clock: Clock
  /** The first provider that works is used. The last one should be memory. */
  readonly keyProviders: readonly KeyProvider[]
  /** Absolute path of the compiled worker that checks schemas. */
  readonly validationWorker: string
  /** Absolute path of the compiled worker that writes message records. */
  readonly trafficWorker: string
  /** Where the shell serves confined frames. Absent when it has no page. */
  readonly framePlace?: FramePlace
  /** Absolute path of the compiled worker that takes the text out of attached files. */
  readonly extractionWorker: string
  /** Absolute path of the compiled worker that reads files of conversations. */
  readonly importWorker: string
  /** Absolute path of the compiled worker that reads long results of calls. */
  readonly resultWorker: string
  /** Returns the PATH of the user's login shell, on the command line behind that of whoever runs it. It is asked once. */
  readonly loginShellPath: (signal: AbortSignal) => Promise<string>
  /** Where other hosts store their configurations: the user's own folders, or a test's. */
  readonly userFolders: { readonly home: string; readonly config: string }
  /** Opens an address outside of Parley. Absent when the page opens it itself. */
  readonly openUrl?: (url: string) => Promise<void>
  /** The redirect address for sign-ins, if the shell listens there itself. Absent when the host listens. */
  readonly redirect?: string
  /** Loads the language of the screen, for the page that a browser shows after a sign-in. Absent: English. */
  readonly translator?: () => Promise<Translator>
  /** Brings Parley's window to the front. Absent when there is no window. */
  readonly bringToFront?: () => void
  /** The windows of the desktop. Absent where there are none. */
  readonly desktopWindows?: DesktopWindows
  /** Opens the native folder dialog. Absent when the page shows its own. */
  readonly pickFolder?: () => Promise<string | undefined>
  /** Asks with the native dialog where to save a file, under a suggested name. Absent when the page saves it. */
  readonly pickSaveFile?: (name: string) => Promise<string | undefined>
  /** Shows a file in its folder. Absent when the shell cannot. */
  readonly showInFolder?: (path: string) => void
  /**
   * Asks outside of the page whether a new or changed command may be saved. `file` is the file that the command runs here. Absent when no
   * one but the person can use the page.
   */
  readonly confirmCommand?: (serverId: ServerId, launch: Launch, file?: string, auth?: ServerAuth) => Promise<boolean>
  /**
   * True for a host that runs beside a window with the same data folder. It starts no server by itself, resumes no conversation, and keeps
   * its questions to itself.
   */
  readonly beside?: boolean
  /**
   * When a server of the 2025 era wants its folders and the person never chose any: whether somebody is there who answers at once, so that the
   * server waits for the answer. If not, it gets none and nobody is asked. Absent when the question may wait in the Inbox.
   */
  readonly answersFolders?: (serverId: ServerId) => boolean
  /**
   * The places of an admin's policy: the computer's own place, and files from the command line. A file that must belong to root counts only
   * if no other user could have written it. Absent when there are no places.
   */
  readonly policyFiles?: readonly PolicyPlace[]
  /** The versions of MCP that the command line names, for every server. Absent: each server's own choice. */
  readonly protocol?: ProtocolChoice | undefined
  /** The variables of OpenTelemetry (`OTEL_…`, `TRACEPARENT`, `TRACESTATE`) that Parley was started with. Absent: none. */
  readonly telemetryEnvironment?: Readonly<Record<string, string | undefined>>
  /** The ports on 127.0.0.1 where Parley looks for model servers. A test uses its own. */
  readonly localModelPorts?: { readonly ollama: number; readonly lmStudio: number; readonly llamaCpp: number }
}

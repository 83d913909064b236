import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { LimitSettings } from './limits'
import type { ProviderConfig } from './model'

export const Appearance = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** In percent of the usual size. */
  textSize: z.int().min(80).max(200).default(100),
})
export type Appearance = z.infer<typeof Appearance>
export type Theme = Appearance['theme']

/** What `settings.json` holds, with a default for whatever it does not say. Unknown keys are kept in the file. */
export interface Settings {
  readonly models: { readonly default?: string; readonly providers: readonly ProviderConfig[] }
  readonly appearance: Appearance
  readonly notifications: boolean
  readonly limits: LimitSettings
}

/** The part of the settings that the renderer shows and changes; models have their own topic. */
export interface SettingsView {
  readonly appearance: Appearance
  readonly notifications: boolean
}

/** A file of the user's that Parley cannot read. It is left as it is until it is mended. */
export interface FileProblem {
  readonly file: 'servers.json' | 'settings.json' | 'secrets.json' | 'parley.db'
  readonly path: string
  readonly error: AppErrorData
}

/** The value of the topic `app`: what the screen should know about the host that it talks to. */
export interface AppInfo {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test'
  readonly version: string
  readonly platform: string
  readonly dataDir: string
  /** Where secrets are kept. 'memory': until Parley quits, because there is no keychain. */
  readonly secretsKept: 'keychain' | 'memory' | 'unknown'
  /** False once a model or a server was configured. */
  readonly fresh: boolean
  readonly problems: readonly FileProblem[]
}

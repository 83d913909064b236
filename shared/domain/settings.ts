import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { LimitSettings } from './limits'
import type { ProviderConfig } from './model'
import type { SignInSettings } from './serverAuth'
import type { SecretStorage } from './secretVault'

export const Appearance = z.object({
  /** `system`: the first of the system's languages that Parley speaks. */
  language: z.enum(['system', 'en', 'de']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** In percent of the usual size. */
  textSize: z.int().min(80).max(200).default(100),
})
export type Appearance = z.infer<typeof Appearance>
export type Theme = Appearance['theme']
export type Language = Appearance['language']

/** `"secrets"` in `settings.json`. */
export const SecretsSettings = z.object({ keep: z.literal('memory').optional() })
export type SecretsSettings = z.infer<typeof SecretsSettings>

/** What `settings.json` holds, with a default for whatever it does not say. Unknown keys are kept in the file. */
export interface Settings {
  readonly models: { readonly default?: string; readonly providers: readonly ProviderConfig[] }
  readonly appearance: Appearance
  readonly notifications: boolean
  readonly limits: LimitSettings
  readonly signIn: SignInSettings
  /** `keep: 'memory'`: where there is no keychain, the person chose to have secrets until Parley quits. */
  readonly secrets: SecretsSettings
}

/** The part of the settings that the renderer shows and changes; models have their own topic. */
export interface SettingsView {
  readonly appearance: Appearance
  readonly notifications: boolean
}

/** A file of the user's that Parley cannot read. It is left as it is until it is mended. */
export interface FileProblem {
  readonly file: 'servers.json' | 'settings.json' | 'secrets.json' | 'parley.db' | 'policy.json'
  readonly path: string
  readonly error: AppErrorData
}

/** The value of the topic `app`: what the screen should know about the host that it talks to. */
export interface AppInfo {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test'
  readonly version: string
  readonly platform: string
  readonly dataDir: string
  readonly secretsKept: SecretStorage
  /** False once a model or a server was configured. */
  readonly fresh: boolean
  readonly problems: readonly FileProblem[]
}

import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import type { DesktopSettings } from './desktop/desktopState'
import type { LimitSettings } from './defaultLimits'
import type { ProviderConfig } from './models/modelProvider'
import type { SignInSettings } from './serverAuth'
import type { TelemetrySettings } from './telemetry/telemetry'
import type { SecretStorage } from './vaultState'

const appearanceChoices = z.object({
  /** `system`: the first of the system's languages that Parley supports. */
  language: z.enum(['system', 'en', 'de']),
  theme: z.enum(['system', 'light', 'dark']),
  /** Percent of the normal size. */
  textSize: z.int().min(80).max(200),
})
export const Appearance = z.object({
  language: appearanceChoices.shape.language.default('system'),
  theme: appearanceChoices.shape.theme.default('system'),
  textSize: appearanceChoices.shape.textSize.default(100),
})
/** A change of the appearance. It has no defaults, because what is missing does not change. */
export const AppearanceChange = appearanceChoices.partial()
export type Appearance = z.infer<typeof Appearance>
export type Theme = Appearance['theme']
export type Language = Appearance['language']

/** `"secrets"` in `settings.json`. */
export const SecretsSettings = z.object({ keep: z.literal('memory').optional() })
export type SecretsSettings = z.infer<typeof SecretsSettings>

/** The content of `settings.json`, with defaults for missing values. Parley keeps unknown keys in the file. */
export interface Settings {
  readonly models: {
    readonly default?: string
    readonly providers: readonly ProviderConfig[]
    /** The models with a star. */
    readonly favourites?: readonly string[]
    /** The model that writes the titles of conversations. */
    readonly titles?: string
  }
  readonly appearance: Appearance
  readonly notifications: boolean
  /** A model summarises the older part of a conversation before a request would nearly fill it. */
  readonly automaticSummaries: boolean
  /** How Parley is at hand on the desktop. */
  readonly desktop: DesktopSettings
  readonly limits: LimitSettings
  readonly signIn: SignInSettings
  /** `keep: 'memory'`: there is no keychain, and the person chose to keep secrets only until Parley quits. */
  readonly secrets: SecretsSettings
  readonly telemetry: TelemetrySettings
}

/** The settings that the renderer shows and changes. Models and the desktop have their own topics. */
export interface SettingsView {
  readonly appearance: Appearance
  readonly notifications: boolean
  readonly automaticSummaries: boolean
}

/** A file of the user that Parley cannot read. Parley does not change it until it is repaired. */
export interface FileProblem {
  readonly file: 'servers.json' | 'settings.json' | 'secrets.json' | 'parley.db' | 'policy.json'
  readonly path: string
  readonly error: AppErrorData
}

/** The value of the topic `app`: facts about the host that the screen needs. */
export interface AppInfo {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test'
  readonly version: string
  readonly platform: string
  readonly dataDir: string
  readonly secretsKept: SecretStorage
  /** False as soon as a model or a server is configured. */
  readonly fresh: boolean
  readonly problems: readonly FileProblem[]
}

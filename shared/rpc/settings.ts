import * as z from 'zod'
import { AppearanceChange, type AppInfo, type SettingsView } from '../domain/settings'
import { call, topic } from './contractKinds'

export const settingsCalls = {
  /**
   * Changes the appearance (language, theme, text size in percent) the notifications, or whether long conversations are summarised without being asked. Missing values do not change.
   * Result: nothing.
   * Errors: FILE_UNREADABLE (`settings.json`).
   */
  'settings.set': call<void>()(
    z.object({
      appearance: AppearanceChange.optional(),
      notifications: z.boolean().optional(),
      automaticSummaries: z.boolean().optional(),
    }),
  ),
}

export const settingsTopics = {
  /** The appearance, the notifications and whether summaries are automatic, with defaults for missing values. */
  settings: topic<SettingsView>(),
  /** Facts about the host that the screen needs: shell, version, platform, folders, and the files that cannot be read. */
  app: topic<AppInfo>(),
}

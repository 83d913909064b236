import * as z from 'zod'
import { Appearance, type AppInfo, type SettingsView } from '../domain/settings'
import { call, topic } from './define'

export const settingsCalls = {
  'settings.set': call<void>()(z.object({ appearance: Appearance.partial().optional(), notifications: z.boolean().optional() })),
  /** Opens a link of a conversation or of the app: decided by purpose, in one place. 'inPage' hands the checked address to the page. */
  'links.open': call<'opened' | { inPage: string }>()(z.object({ url: z.string().max(10_000), purpose: z.enum(['chatLink', 'help']) })),
}

export const settingsTopics = { settings: topic<SettingsView>(), app: topic<AppInfo>() }

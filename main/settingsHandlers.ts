import type { DesktopStore } from './desktop/desktopStore'
import type { LinkOpener } from './links/linkOpener'
import type { Handlers } from './rpc/dispatch'
import type { SettingsStore } from './settings/settingsStore'

/** The owners that the settings screen and the desktop's windows change. */
export interface SettingsOwners {
  readonly settings: SettingsStore
  readonly links: LinkOpener
  readonly desktop: DesktopStore
}

type Answered = Extract<keyof Handlers, `settings.${string}` | `links.${string}` | `desktop.${string}`>

/** Maps the calls about settings, the desktop and links to their owners. */
export function settingsHandlers({ settings, links, desktop }: SettingsOwners): Pick<Handlers, Answered> {
  return {
    'settings.set': async (wanted) => settings.change(wanted),
    'links.open': async ({ url, purpose }) => links.open(url, purpose),
    'desktop.set': async (change) => desktop.change(change),
    'desktop.open': async ({ place }) => desktop.open(place),
    'desktop.taken': async ({ number }) => desktop.taken(number),
    'desktop.hideQuickWindow': async () => desktop.hideQuickWindow(),
  }
}

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { createStore, useStore } from 'zustand'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { t } from '../../../i18n/t'
import type { AppInstance } from './appInstance'

/** The apps whose row is on the page. */
const rows = createStore<{ readonly apps: readonly AppInstance[] }>(() => ({ apps: [] }))

/** The row of an app is on the page while the component is. */
export function useNoteRow(app: AppInstance): void {
  useEffect(() => {
    rows.setState(({ apps }) => ({ apps: [...apps, app] }))
    return () => rows.setState(({ apps }) => ({ apps: apps.toSpliced(apps.lastIndexOf(app), 1) }))
  }, [app])
}

type Place = 'apps.frame' | 'apps.region' | 'apps.region.pip' | 'apps.region.pinned'

/**
 * Returns how a screen reader tells the place of an app, or its frame, from those of the other apps on the page: by its server; where the server
 * has several, by the tool too; and by a number where that is the same, in the order of the calls.
 */
export function useAppName(app: AppInstance, place: Place): string {
  const apps = useStore(rows, (state) => state.apps)
  // A tool has its title once its app was started.
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stops = apps.map(({ store }) => store.subscribe(onChange))
      return () => stops.forEach((stop) => stop())
    },
    [apps],
  )
  return useSyncExternalStore(subscribe, () => nameAmong(apps, app, place))
}

function nameAmong(apps: readonly AppInstance[], app: AppInstance, place: Place): string {
  const { serverId: server } = app
  const shown = [...new Set(apps)].filter(({ serverId }) => serverId === server)
  if (shown.length < 2 || !shown.includes(app)) return t(place, { server })
  const tool = toolOf(app)
  const alike = shown.filter((one) => toolOf(one) === tool).toSorted((one, other) => one.calledAt - other.calledAt)
  return t(`${place}.several`, { server, tool: plainText(tool), number: alike.length > 1 ? alike.indexOf(app) + 1 : 0 })
}

/** The title of a tool, as its server lists it, else its name. */
function toolOf({ view: { started }, tool }: AppInstance): string {
  const title = started?.tool['title']
  return typeof title === 'string' && title !== '' ? title : tool
}

import { useSyncExternalStore } from 'react'
import type { Icon } from '../../shared/domain/catalog'
import { chooseIcon } from './chooseIcon'
import type { ServerId } from '../../shared/domain/ids'
import { useHostQuery } from '../rpc/useHostQuery'
import { useTopic } from '../rpc/useTopic'

const dark = '(prefers-color-scheme: dark)'

/** Returns the checked icon of a server as a `data:` URL, for this size in pixels. Undefined until the check, and when there is none. */
export function useIcon(serverId: ServerId, icons: readonly Icon[], points: number): string | undefined {
  const chosen = chooseIcon(icons, points * window.devicePixelRatio, useShownTheme())
  const { data } = useHostQuery('icons.read', { serverId, src: chosen?.src ?? '' }, { enabled: chosen !== undefined, staleTime: Infinity })
  return data?.dataUrl
}

/** Returns the current theme: the user's choice, or the system's. */
function useShownTheme(): 'light' | 'dark' {
  const theme = useTopic('settings', ({ appearance }) => appearance.theme)
  const systemIsDark = useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(dark)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(dark).matches,
  )
  if (theme === 'light' || theme === 'dark') return theme
  return systemIsDark ? 'dark' : 'light'
}

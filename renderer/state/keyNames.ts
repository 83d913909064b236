import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../messages/t'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of the shell as they are written on their caps. In the browser shell those that browsers keep take Alt. */
export function keyNames(shell: AppInfo['shell']) {
  const main = apple ? '⌘' : t('shell.key.control')
  const shift = apple ? '⇧' : t('shell.key.shift')
  const own = shell === 'browser' ? (apple ? '⌥' : t('shell.key.alt')) : main
  return {
    palette: `${main} K`,
    newChat: `${own} N`,
    views: { chat: `${own} 1`, servers: `${own} 2`, inbox: `${own} 3`, settings: `${own} 4` },
    addServer: `${own} ${shift} A`,
    enter: t('shell.key.enter'),
    space: t('shell.key.space'),
  } as const
}

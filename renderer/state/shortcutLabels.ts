import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../messages/t'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns the names of the shell's keys as printed on a keyboard. In the browser shell, keys that browsers reserve use Alt. */
export function shortcutLabels(shell: AppInfo['shell']) {
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

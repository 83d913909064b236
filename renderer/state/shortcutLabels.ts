import type { AppInfo } from '../../shared/domain/settings'
import { t } from '../i18n/t'

const apple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Returns the name of the main modifier key as this computer's keyboard prints it. */
export const mainKey = (): string => (apple ? '⌘' : t('layout.key.control'))

/** Returns the names of the shell's keys as printed on a keyboard. In the browser shell, keys that browsers reserve use Alt. */
export function shortcutLabels(shell: AppInfo['shell']) {
  const main = mainKey()
  const shift = apple ? '⇧' : t('layout.key.shift')
  const own = shell === 'browser' ? (apple ? '⌥' : t('layout.key.alt')) : main
  return {
    palette: `${main} K`,
    search: `${main} ${shift} F`,
    newChat: `${own} N`,
    temporaryChat: `${own} ${shift} N`,
    views: { chat: `${own} 1`, projects: `${own} 2`, servers: `${own} 3`, inbox: `${own} 4`, settings: `${own} 5` },
    addServer: `${own} ${shift} A`,
    enter: t('layout.key.enter'),
    main,
    shift,
    space: t('layout.key.space'),
  } as const
}

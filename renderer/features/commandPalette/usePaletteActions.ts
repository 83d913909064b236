import { t } from '../../i18n/t'
import { usePolicy } from '../../rpc/usePolicy'
import { useTopic } from '../../rpc/useTopic'
import { shortcutLabels } from '../../state/shortcutLabels'
import {
  openKeys,
  openSearch,
  openServerForm,
  returnToChat,
  showChat,
  showInbox,
  showServers,
  showSettings,
  settingsPages,
  type SettingsPage,
} from '../../state/navigation'
import { useOpenSignIn } from '../../state/useOpenSignIn'
import type { PaletteItem } from './paletteItems'

/** Returns the actions of the palette, with their keyboard shortcuts. */
export function usePaletteActions(): readonly Extract<PaletteItem, { kind: 'action' }>[] {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  const keys = shortcutLabels(shell)
  const action = (label: string, run: () => void, name?: string) => ({
    kind: 'action' as const,
    label,
    run,
    ...(name !== undefined && { keys: name }),
  })
  const settingsPage = (page: SettingsPage) => ({
    ...action(t(`settings.page.${page}`), () => showSettings(page)),
    also: t(`commandPalette.also.${page}`),
  })
  const signInTo = useOpenSignIn()
  const servers = useTopic('servers', (all) => all.servers) ?? []
  const hasPolicy = usePolicy().files.length > 0
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const states = useTopic('connections.states') ?? {}
  const waiting = accounts.filter(
    ({ isDefault, by, serverId }) => isDefault && by === 'person' && states[serverId]?.phase === 'needsSignIn',
  )
  return [
    ...waiting.map(({ serverId, accountId }) =>
      action(t('commandPalette.signInTo', { serverId }), () => signInTo({ kind: 'server', serverId, accountId })),
    ),
    action(t('commandPalette.newChat'), () => showChat(), keys.newChat),
    action(t('commandPalette.searchConversations'), () => openSearch(''), keys.search),
    action(t('commandPalette.addServer'), () => openServerForm({ kind: 'add' }), keys.addServer),
    action(t('commandPalette.pasteJson'), () => openServerForm({ kind: 'paste' })),
    action(t('servers.import.title'), () => openServerForm({ kind: 'takeOver' })),
    action(t('commandPalette.chat'), returnToChat, keys.views.chat),
    action(t('commandPalette.servers'), () => showServers(), keys.views.servers),
    action(t('commandPalette.inbox'), showInbox, keys.views.inbox),
    action(t('commandPalette.settings'), () => showSettings(), keys.views.settings),
    ...settingsPages.filter((page) => page !== 'policy' || hasPolicy).map(settingsPage),
    action(t('commandPalette.allKeys'), () => openKeys(true), '?'),
    ...servers.flatMap(({ id }) => [
      action(t('commandPalette.trafficOf', { server: id }), () => showServers(id, 'traffic')),
      action(t('commandPalette.logOf', { server: id }), () => showServers(id, 'log')),
    ]),
  ]
}

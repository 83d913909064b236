import { t } from '../../i18n/t'
import { useTopic } from '../../rpc/useTopic'
import { shortcutLabels } from '../../state/shortcutLabels'
import { openKeys, openServerForm, returnToChat, showChat, showInbox, showServers, showSettings } from '../../state/navigation'
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
  const signInTo = useOpenSignIn()
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
    action(t('commandPalette.addServer'), () => openServerForm({ kind: 'add' }), keys.addServer),
    action(t('commandPalette.pasteJson'), () => openServerForm({ kind: 'paste' })),
    action(t('commandPalette.chat'), returnToChat, keys.views.chat),
    action(t('commandPalette.servers'), () => showServers(), keys.views.servers),
    action(t('commandPalette.inbox'), showInbox, keys.views.inbox),
    action(t('commandPalette.settings'), () => showSettings(), keys.views.settings),
    action(t('commandPalette.models'), () => showSettings('models')),
    action(t('commandPalette.rules'), () => showSettings('rules')),
    action(t('commandPalette.signingIn'), () => showSettings('signIn')),
    action(t('commandPalette.appearance'), () => showSettings('appearance')),
    action(t('commandPalette.allKeys'), () => openKeys(true), '?'),
  ]
}

import { t } from '../../messages/t'
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
      action(t('palette.signInTo', { serverId }), () => signInTo({ kind: 'server', serverId, accountId })),
    ),
    action(t('palette.newChat'), () => showChat(), keys.newChat),
    action(t('palette.addServer'), () => openServerForm({ kind: 'add' }), keys.addServer),
    action(t('palette.pasteJson'), () => openServerForm({ kind: 'paste' })),
    action(t('palette.chat'), returnToChat, keys.views.chat),
    action(t('palette.servers'), () => showServers(), keys.views.servers),
    action(t('palette.inbox'), showInbox, keys.views.inbox),
    action(t('palette.settings'), () => showSettings(), keys.views.settings),
    action(t('palette.models'), () => showSettings('models')),
    action(t('palette.rules'), () => showSettings('rules')),
    action(t('palette.signingIn'), () => showSettings('signIn')),
    action(t('palette.appearance'), () => showSettings('appearance')),
    action(t('palette.allKeys'), () => openKeys(true), '?'),
  ]
}

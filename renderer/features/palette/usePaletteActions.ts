import { useTopic } from '../../rpc/useTopic'
import { keyNames } from '../../state/keyNames'
import { openKeys, openServerForm, returnToChat, showChat, showInbox, showServers, showSettings } from '../../state/navigation'
import { useSignInTo } from '../../state/useSignInTo'
import type { PaletteItem } from './paletteItems'

/** What can be done from the palette, with the keys that do the same. */
export function usePaletteActions(): readonly Extract<PaletteItem, { kind: 'action' }>[] {
  const shell = useTopic('app', (app) => app.shell) ?? 'electron'
  const keys = keyNames(shell)
  const action = (label: string, run: () => void, name?: string) => ({
    kind: 'action' as const,
    label,
    run,
    ...(name !== undefined && { keys: name }),
  })
  const signInTo = useSignInTo()
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const states = useTopic('connections.states') ?? {}
  const waiting = accounts.filter(
    ({ isDefault, by, serverId }) => isDefault && by === 'person' && states[serverId]?.phase === 'needsSignIn',
  )
  return [
    ...waiting.map(({ serverId, accountId }) => action(`Sign in to ${serverId}`, () => signInTo({ kind: 'server', serverId, accountId }))),
    action('New chat', () => showChat(), keys.newChat),
    action('Add server', () => openServerForm({ kind: 'add' }), keys.addServer),
    action('Paste a server’s JSON', () => openServerForm({ kind: 'paste' })),
    action('Chat', returnToChat, keys.views.chat),
    action('Servers', () => showServers(), keys.views.servers),
    action('Inbox', showInbox, keys.views.inbox),
    action('Settings', () => showSettings(), keys.views.settings),
    action('Models', () => showSettings('models')),
    action('Rules', () => showSettings('rules')),
    action('Signing in', () => showSettings('signIn')),
    action('Appearance', () => showSettings('appearance')),
    action('All keys', () => openKeys(true), '?'),
  ]
}

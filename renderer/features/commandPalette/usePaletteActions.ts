import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import type { InputOf } from '../../../shared/rpc/contract'
import { t } from '../../i18n/t'
import { usePolicy } from '../../rpc/usePolicy'
import { useTopic } from '../../rpc/useTopic'
import { callHost } from '../../rpc/callHost'
import { shortcutLabels } from '../../state/shortcutLabels'
import {
  openExport,
  openImport,
  openKeys,
  openSearch,
  openServerForm,
  returnToChat,
  showChat,
  showInbox,
  showNewChatIn,
  showProjects,
  showServers,
  showSettings,
  settingsPages,
  type SettingsPage,
} from '../../state/navigation'
import { openModelPicker } from '../../state/modelPickerOpen'
import { useQuoteOffer } from '../../state/quoteOffer'
import { startTemporaryChat } from '../../state/temporaryChat'
import { useOpenSignIn } from '../../state/useOpenSignIn'
import type { PaletteItem } from './searchPaletteItems'

const themes = ['system', 'light', 'dark'] as const
/** A language has its own name for itself, also where the screen speaks another one. */
const languages = [
  ['system', undefined],
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const

/** Where it cannot be saved, its page says why. */
const setAppearance = (appearance: InputOf<'settings.set'>['appearance']): void => {
  callHost('settings.set', { appearance }).catch(() => showSettings('appearance'))
}

/** Where it fails, the server's page says why. */
const onServer = (call: 'servers.start' | 'servers.stop' | 'servers.restart', serverId: ServerId): void => {
  callHost(call, { serverId }).catch(() => showServers(serverId))
}

const runs = (state: ConnectionState | undefined): boolean => state?.phase === 'ready' || state?.phase === 'starting'

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
  const quote = useQuoteOffer((offer) => offer.quote)
  const servers = useTopic('servers', (all) => all.servers) ?? []
  const projects = useTopic('projects') ?? []
  const policy = usePolicy()
  const hasPolicy = policy.files.length > 0
  const mayNot = policy.locks.chat !== undefined
  const accounts = useTopic('accounts', (all) => all.accounts) ?? []
  const states = useTopic('connections.states') ?? {}
  const waiting = accounts.filter(
    ({ isDefault, by, serverId }) => isDefault && by === 'person' && states[serverId]?.phase === 'needsSignIn',
  )
  return [
    ...(quote ? [action(t('commandPalette.quoteSelection'), quote)] : []),
    ...waiting.map(({ serverId, accountId }) =>
      action(t('commandPalette.signInTo', { serverId }), () => signInTo({ kind: 'server', serverId, accountId })),
    ),
    action(t('commandPalette.newChat'), () => showChat(), keys.newChat),
    ...(mayNot ? [] : [action(t('commandPalette.temporaryChat'), startTemporaryChat, keys.temporaryChat)]),
    action(t('commandPalette.searchConversations'), () => openSearch(''), keys.search),
    action(t('commandPalette.addServer'), () => openServerForm({ kind: 'add' }), keys.addServer),
    action(t('commandPalette.pasteJson'), () => openServerForm({ kind: 'paste' })),
    action(t('servers.import.title'), () => openServerForm({ kind: 'takeOver' })),
    action(t('commandPalette.chat'), returnToChat, keys.views.chat),
    action(t('commandPalette.chooseModel'), () => {
      returnToChat()
      openModelPicker(true)
    }),
    action(t('commandPalette.projects'), () => showProjects(), keys.views.projects),
    action(t('commandPalette.servers'), () => showServers(), keys.views.servers),
    action(t('commandPalette.inbox'), showInbox, keys.views.inbox),
    action(t('commandPalette.settings'), () => showSettings(), keys.views.settings),
    ...settingsPages.filter((page) => page !== 'policy' || hasPolicy).map(settingsPage),
    ...themes.map((theme) =>
      action(t('commandPalette.theme', { theme: t(`settings.appearance.${theme}`) }), () => setAppearance({ theme })),
    ),
    ...languages.map(([language, name]) =>
      action(t('commandPalette.language', { language: name ?? t('settings.appearance.language.system') }), () =>
        setAppearance({ language }),
      ),
    ),
    action(t('commandPalette.exportAll'), () => openExport('all')),
    action(t('imports.open'), () => openImport(true)),
    action(t('commandPalette.allKeys'), () => openKeys(true), '?'),
    ...projects.flatMap(({ id, name }) => [
      action(t('projects.newChatIn', { project: name }), () => showNewChatIn(id)),
      action(t('commandPalette.openProject', { name }), () => showProjects(id)),
    ]),
    ...servers.flatMap(({ id, enabled }) => [
      ...(runs(states[id])
        ? [
            action(t('commandPalette.stopServer', { server: id }), () => onServer('servers.stop', id)),
            action(t('commandPalette.restartServer', { server: id }), () => onServer('servers.restart', id)),
          ]
        : enabled
          ? [action(t('commandPalette.startServer', { server: id }), () => onServer('servers.start', id))]
          : []),
      action(t('commandPalette.trafficOf', { server: id }), () => showServers(id, 'traffic')),
      action(t('commandPalette.logOf', { server: id }), () => showServers(id, 'log')),
    ]),
  ]
}

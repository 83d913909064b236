import { connectionStatus, type ConnectionState } from '../../shared/domain/connectionState'
import type { ServerConfig } from '../../shared/domain/server'
import { useTopic } from '../rpc/useTopic'
import { StatusIcon } from '../ui/StatusIcon'
import { classNames } from '../ui/classNames'
import { connectionStatusShape } from '../widgets/connectionStatusShape'
import { NavLink } from './NavLink'
import { showServers, useNavigation } from '../state/navigation'
import { useServerSignIn } from '../state/useServerSignIn'
import { t, translator } from '../i18n/t'
import { SafeName } from '../ui/SafeName'

const stopped: ConnectionState = { phase: 'stopped', why: 'notStarted' }

/** The servers at the foot of the sidebar, in the user's order, each with its state; last the entries that Parley cannot read. */
export function SidebarServers() {
  const servers = useTopic('servers', (list) => list.servers) ?? []
  const states = useTopic('connections.states') ?? {}
  const current = useNavigation((screen) => (screen.view === 'servers' ? screen.serverId : undefined))
  const broken = useTopic('servers', (list) => list.broken) ?? []
  if (servers.length + broken.length === 0) return null
  const ready = servers.filter((server) => states[server.id]?.phase === 'ready').length
  return (
    <section aria-label={t('layout.servers.state')} className="max-h-2/5 shrink-0 overflow-y-auto border-t border-line pt-1.5 pb-2">
      <div className="flex h-7 items-center justify-between px-4 text-12 text-text-3">
        <h2 className="font-label">{t('layout.view.servers')}</h2>
        <span className="num text-11">{t('layout.servers.ready', { ready, all: servers.length + broken.length })}</span>
      </div>
      <ul className="px-2">
        {servers.map((server) => {
          const state = states[server.id] ?? stopped
          return (
            <li key={server.id} className="relative">
              <NavLink to="server" height="small" current={server.id === current} onGo={() => showServers(server.id)}>
                <StatusIcon shape={connectionStatusShape[connectionStatus(state)]} size={10} />
                <span translate="no" className="cut grow">
                  <SafeName name={server.id} />
                </span>
                <StripWord state={state} />
              </NavLink>
              {state.phase === 'needsSignIn' && <StripSignIn server={server} />}
            </li>
          )
        })}
        {broken.map(({ id }) => (
          // Its card is on the page of all servers: an entry that cannot be read has no page of its own.
          <li key={id}>
            <NavLink to="servers" height="small" current={false} onGo={() => showServers()}>
              <StatusIcon shape="failed" size={10} />
              <span translate="no" className="cut grow">
                <SafeName name={id} />
              </span>
              <span className="text-11 text-danger-text">{t('layout.phase.failed')}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A sign-in button over the end of the row. */
function StripSignIn({ server }: { readonly server: ServerConfig }) {
  const signIn = useServerSignIn(server)
  if (!signIn) return null
  return (
    <button
      type="button"
      aria-label={t('layout.signInTo', { server: server.id })}
      className="absolute inset-y-px end-1 rounded-2 px-1 text-11 text-ask-text hover:bg-ask-soft hover:underline"
      onClick={signIn}
    >
      {t('layout.signIn')}
    </button>
  )
}

/** Beside a filled disc, the label may be a count. Everywhere else it is the state's word. */
function StripWord({ state }: { readonly state: ConnectionState }) {
  if (state.phase === 'ready')
    return (
      <span className="num text-11 text-text-3">
        <span className="sr-only">{t('layout.servers.tools')}</span> {translator().number(state.offers.tools)}
      </span>
    )
  // The button beside the link says this visibly.
  if (state.phase === 'needsSignIn') return <span className="sr-only">{t('layout.phase.needsSignIn')}</span>
  const status = connectionStatus(state)
  const colour =
    status === 'failed' || status === 'crashLoop' ? 'text-danger-text' : status === 'waitsForStart' ? 'text-ask-text' : 'text-text-3'
  return <span className={classNames('text-11', colour)}>{t(`layout.phase.${status}`)}</span>
}

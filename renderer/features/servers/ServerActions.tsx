import { Pencil, Play, Power, RotateCw, Square, Trash2, type LucideIcon } from 'lucide-react'
import type { ConnectionState } from '../../../shared/domain/connectionState'
import type { ServerId } from '../../../shared/domain/ids'
import type { ServerConfig } from '../../../shared/domain/server'
import { AppError } from '../../../shared/errors/appError'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { openQuestion, openServerForm, openServerRemoval } from '../../state/navigation'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { t } from '../../i18n/t'
import { hasRemovalEffects, useRemovalEffects } from './removalEffects'
import { removeServer } from './removeServer'

// A person who presses Start wants to know how the server is now. It may have been updated while it was stopped.
const actions = {
  start: { Icon: Play, act: (serverId) => callHost('servers.start', { serverId, anew: true }) },
  restart: { Icon: RotateCw, act: (serverId) => callHost('servers.restart', { serverId }) },
  stop: { Icon: Square, act: (serverId) => callHost('servers.stop', { serverId }) },
  enable: { Icon: Power, act: (serverId) => callHost('servers.setEnabled', { serverId, enabled: true }) },
  edit: { Icon: Pencil, act: async (serverId) => openServerForm({ kind: 'edit', serverId }) },
  disable: { Icon: Power, act: (serverId) => callHost('servers.setEnabled', { serverId, enabled: false }) },
  remove: { Icon: Trash2, act: removeServer },
} as const satisfies Record<string, { Icon: LucideIcon; act: (serverId: ServerId) => Promise<void> }>

type ActionName = keyof typeof actions

/** Pure: returns the actions for a server's state, the most likely one first. */
export function actionsFor(state: ConnectionState): readonly ActionName[] {
  switch (state.phase) {
    case 'disabled':
      return ['enable', 'edit', 'remove']
    case 'stopped':
    case 'needsSignIn':
    case 'crashLoop':
      return ['start', 'edit', 'disable', 'remove']
    case 'failed':
      // Parley starts it by itself as soon as the policy allows it.
      if (state.error.code === 'POLICY') return ['edit', 'disable', 'remove']
      return state.retryAt === undefined ? ['start', 'edit', 'disable', 'remove'] : ['start', 'stop', 'edit', 'disable', 'remove']
    case 'starting':
      return ['stop', 'edit', 'disable', 'remove']
    case 'ready':
      return ['restart', 'stop', 'edit', 'disable', 'remove']
  }
}

/** Pure: returns the actions that are not available for a server that an admin has set. */
export function lockedActions({ setBy }: Pick<ServerConfig, 'setBy'>): readonly ActionName[] {
  return setBy === undefined ? [] : ['edit', 'remove']
}

export interface ServerActionsProps {
  readonly serverId: ServerId
  readonly state: ConnectionState
  readonly look: 'icons' | 'words' | 'smallWords'
  /** Actions that the caller shows with its own labels. */
  readonly without?: readonly ActionName[]
  readonly onFailed: (error: AppError | undefined) => void
}

/** The actions of one server. They have the same names as icons and as text. */
export function ServerActions({ serverId, state, look, without = [], onFailed }: ServerActionsProps) {
  const asked = useTopic(
    'questions',
    ({ open }) => open.find(({ asker, details }) => details.kind === 'start' && asker.serverId === serverId)?.id,
  )
  const effects = useRemovalEffects(serverId)
  const act = (name: ActionName) => {
    onFailed(undefined)
    // It waits for the answer to "Start SERVER?", so this is what Start means.
    if (name === 'start' && asked !== undefined) return openQuestion(asked)
    // What its entry alone holds comes back with Undo. For more, the person is told first what goes and what stays.
    if (name === 'remove' && (!effects || hasRemovalEffects(effects))) return openServerRemoval(serverId)
    actions[name].act(serverId).catch((thrown: unknown) => onFailed(AppError.from(thrown)))
  }
  return (
    <>
      {actionsFor(state)
        .filter((name) => !without.includes(name))
        .map((name) => (
          <ActionButton key={name} name={name} look={look} onPress={() => act(name)} />
        ))}
    </>
  )
}

interface ActionButtonProps {
  readonly name: ActionName
  readonly look: ServerActionsProps['look']
  readonly onPress: () => void
}

function ActionButton({ name, look, onPress }: ActionButtonProps) {
  const { Icon } = actions[name]
  const label = t(`servers.action.${name}`)
  if (look === 'icons') {
    const stop = name === 'stop'
    const icon = <Icon size={stop ? 11 : 14} strokeWidth={1.75} aria-hidden="true" {...(stop && { fill: 'currentColor' })} />
    return <IconButton size="small" label={label} icon={icon} onClick={onPress} />
  }
  return (
    <Button
      size={look === 'words' ? 'usual' : 'small'}
      look={['edit', 'disable', 'remove'].includes(name) ? 'bare' : 'outlined'}
      onClick={onPress}
    >
      {label}
    </Button>
  )
}

import type { ConnectionState, Installing, ReadyState } from '../../../shared/domain/connectionState'
import { t } from '../../i18n/t'

/** Describes the server's transport and protocol, or its progress towards a connection. */
export function transportLabel(state: ConnectionState): string {
  if (state.phase === 'ready') return `${state.negotiation.version} · ${transportNames[state.transport]}`
  if (state.phase === 'starting') return state.installing ? installingLabel(state.installing) : t(`servers.step.${state.step}`)
  if (state.phase === 'stopped' && state.why === 'waitsForStart') return t('servers.waitsForStart')
  return ''
}

function installingLabel({ program, printed }: Installing): string {
  return printed === undefined ? t('servers.step.installing', { program }) : t('servers.step.installingPrinted', { program, printed })
}

export const transportNames: Record<ReadyState['transport'], string> = { stdio: 'stdio', http: 'HTTP', sse: 'HTTP+SSE' }

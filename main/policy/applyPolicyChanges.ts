import type { ServerId } from '../../shared/domain/ids'
import type { ServerDefinition } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'
import type { Owners } from '../handlers'
import { log } from '../lib/log'

/** The policy is another one: what runs and may not any more is stopped, and what only the policy kept from starting starts. */
export function applyPolicyChanges(
  { registry, pool, policy, ports }: Pick<Owners, 'registry' | 'pool' | 'policy' | 'ports'>,
  signal: AbortSignal,
): void {
  const states = pool.states()
  for (const server of registry.list().servers) {
    const state = states[server.id]
    const wasForbidden = state?.phase === 'failed' && state.error.code === 'POLICY'
    if (wasForbidden && !ports.beside) startQuietly(server.id)
    if (wasForbidden || !state || state.phase === 'disabled' || state.phase === 'stopped') continue
    void stopForbidden(server)
  }

  async function stopForbidden(server: ServerDefinition): Promise<void> {
    try {
      await policy.mayRun(server, signal)
    } catch (thrown) {
      if (signal.aborted) return
      log('info', 'The policy ends a server', { server: server.id, error: AppError.from(thrown) })
      await pool.stop(server.id)
      // Why it does not start again is what its card says then.
      startQuietly(server.id)
    }
  }

  function startQuietly(serverId: ServerId): void {
    // Why it does not start is part of its state.
    void pool.start(serverId).catch(() => undefined)
  }
}

import { decideExtension } from '../../shared/domain/extensions/decideExtension'
import { appsExtension } from '../../shared/domain/extensions/extension'
import type { ServerId } from '../../shared/domain/ids'
import type { ServerConfig } from '../../shared/domain/server'
import { AppError } from '../../shared/errors/appError'

interface Servers {
  /** @throws {AppError} NOT_FOUND */
  readonly serverOf: (serverId: ServerId) => ServerConfig
}

/** Throws where a server may have no apps. @throws {AppError} POLICY, SERVER_NOT_READY, NOT_FOUND */
export function requireApps(serverId: ServerId, servers: Servers): void {
  const off = whyAppsOff(serverId, servers)
  if (off) throw off
}

/** Returns why a server may have no apps: it is gone or disabled, or apps are switched off for it. */
export function whyAppsOff(serverId: ServerId, { serverOf }: Servers): AppError | undefined {
  let server: ServerConfig
  try {
    server = serverOf(serverId)
  } catch (thrown) {
    return AppError.from(thrown)
  }
  const decision = decideExtension(appsExtension, server)
  if (!decision.on) {
    const { by } = decision
    return by === 'policy'
      ? new AppError('POLICY', { reason: 'policy.apps', params: { by: decision.limit.by, ask: decision.limit.ask } })
      : new AppError('POLICY', { reason: 'apps.off', params: { server: serverId } })
  }
  return server.enabled ? undefined : new AppError('SERVER_NOT_READY', { reason: 'chat.serverNotReady', params: { serverId } })
}

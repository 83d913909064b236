import type { AppDeclared, AppGrant, AppReach, StartedApp } from '../../../../../shared/domain/apps/app'
import type { JsonObject } from '../../../../../shared/lib/json'

/** Pure: what Parley offers an app, in the terms of MCP Apps. What is not there is not named. */
export function hostCapabilities({ offers, declared, grant }: Pick<StartedApp, 'offers' | 'declared' | 'grant'>): JsonObject {
  return {
    openLinks: {},
    downloadFile: {},
    logging: {},
    message: { text: {} },
    updateModelContext: { text: {}, structuredContent: {} },
    ...(offers.tools && { serverTools: { listChanged: true } }),
    ...(offers.resources && { serverResources: { listChanged: true } }),
    ...(offers.sampling && { sampling: {} }),
    sandbox: writeSandbox(declared, grant),
  }
}

/** What of the declared reach was granted, not what was asked for. */
function writeSandbox({ reach }: AppDeclared, { origins, permissions }: AppGrant): JsonObject {
  const granted = (kind: keyof AppReach): readonly string[] => reach[kind].filter((origin) => origins.includes(origin))
  return {
    csp: { connectDomains: granted('connect'), resourceDomains: granted('load'), frameDomains: granted('frames') },
    permissions: Object.fromEntries(permissions.map((permission) => [permission, {}])),
  }
}

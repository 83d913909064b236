import type { StartedApp } from '../../shared/domain/apps/app'
import type { Tool } from '../../shared/domain/catalog'
import type { Call } from '../../shared/domain/chat'
import type { AppSubject } from './appInstance'
import { toolAsMcp } from './toolAsMcp'

/** Nobody has let such a call run. */
export const notRun: ReadonlySet<Call['state']> = new Set(['queued', 'waitingApproval', 'denied'])

/**
 * Pure: what the page of an app is told of it, and of the call that it shows.
 * @param tools Those that its server lists now.
 */
export function describeStartedApp(
  { appId, serverId, uri, page }: AppSubject,
  call: Call,
  { tools, mayUseModels }: { readonly tools: readonly Tool[]; readonly mayUseModels: boolean },
): Omit<StartedApp, 'frame' | 'grant' | 'policy'> {
  const tool = tools.find(({ name }) => name === call.tool) ?? { name: call.tool, inputSchema: { type: 'object' }, hash: '' }
  return {
    appId,
    serverId,
    resourceUri: uri,
    bytes: page.bytes,
    tool: toolAsMcp(tool),
    declared: page.declared,
    ...(page.prefersBorder !== undefined && { prefersBorder: page.prefersBorder }),
    ...(!notRun.has(call.state) && { input: call.approved ?? call.asked }),
    offers: { tools: true, resources: true, prompts: true, sampling: mayUseModels },
  }
}

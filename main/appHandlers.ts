import type { AppTools } from './appTools/appTools'
import type { AppInstances } from './apps/appInstances'
import type { AppPictures } from './apps/appPictures'
import type { DeclaredApps } from './apps/declaredApps'
import type { Handlers } from './rpc/dispatch'

export interface AppOwners {
  readonly apps: AppInstances
  readonly appPictures: AppPictures
  readonly appTools: AppTools
  readonly declaredApps: DeclaredApps
}

/** Maps the calls about the interfaces of servers to their owner. */
export function appHandlers({
  apps,
  appPictures,
  appTools,
  declaredApps,
}: AppOwners): Pick<Handlers, Extract<keyof Handlers, `apps.${string}`>> {
  return {
    'apps.start': (started, signal) => apps.start(started, signal),
    'apps.result': async ({ appId }) => apps.result(appId),
    'apps.request': ({ appId, method, params }, signal) => apps.request(appId, method, params, signal),
    'apps.answerTool': async ({ appId, tool, allow }) => apps.answerTool(appId, tool, allow),
    'apps.meeting': async ({ conversationId, callId }) => apps.meeting(conversationId, callId),
    'apps.grant': async ({ appId, grant, lasts }) => apps.grant(appId, grant, lasts),
    'apps.declared': ({ serverId }, signal) => declaredApps.read(serverId, signal),
    'apps.grantDeclared': async (granted) => declaredApps.grant(granted),
    'apps.takeBack': async ({ serverId, resourceUri, thing }) => apps.takeBack(serverId, resourceUri, thing),
    'apps.setUnprotected': async ({ serverId, on }) => apps.setUnprotected(serverId, on),
    'apps.calls': async ({ appId }) => apps.calls(appId),
    'apps.log': async ({ appId, messages }) => apps.log(appId, messages),
    'apps.store': async ({ appId, changes }) => apps.store(appId, changes),
    'apps.keepHeight': async ({ appId, height }) => apps.keepHeight(appId, height),
    'apps.takePicture': ({ appId, area }, signal, page) => appPictures.take(appId, area, page?.capture, signal),
    'apps.keepPicture': async ({ appId }) => appPictures.keep(appId),
    'apps.picture': async ({ conversationId, callId }) => appPictures.of(conversationId, callId),
    'apps.provideTools': async ({ appId, tools }) => apps.provideTools(appId, tools),
    'apps.toolAnswer': async ({ appId, requestId, answer }) => appTools.answer(appId, requestId, answer),
    'apps.stop': async ({ appId }) => apps.stop(appId),
  }
}

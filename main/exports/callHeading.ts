import type { Call } from '../../shared/domain/chat'
import { isOwnCall, ownToolNames } from '../../shared/domain/ownTool'
import type { Translator } from '../../shared/i18n/translator'

/** Pure: names a call and how it ended, in the language of the person. */
export function callHeading(call: Pick<Call, 'tool' | 'definitionHash' | 'serverId' | 'state'>, { t }: Pick<Translator, 't'>): string {
  const own = isOwnCall(call) ? ownToolNames[call.tool] : undefined
  return t('exports.file.call', { tool: own ? t(own) : call.tool, server: call.serverId, state: call.state })
}

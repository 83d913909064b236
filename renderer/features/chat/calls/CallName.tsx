import type { Call } from '../../../../shared/domain/chat'
import { isAppTool, nameInApp } from '../../../../shared/domain/apps/appTool'
import { isOwnCall, ownToolNames } from '../../../../shared/domain/ownTool'
import { ServerText } from '../../../i18n/ServerText'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { SafeName } from '../../../ui/SafeName'

/** Names what a call is of: a server and its tool, a tool of an app with whose app it is, or the word that a model made up and that names no tool of any server. */
export function CallName({ call }: { readonly call: Call }) {
  const madeUp = madeUpName(call)
  if (madeUp !== undefined) {
    return (
      <span className="cut min-w-0 font-label">
        <Text
          id="chat.call.noTool"
          components={{
            tool: (
              <span translate="no" className="mono">
                <SafeName name={madeUp} />
              </span>
            ),
          }}
        />
      </span>
    )
  }
  if (isOwnCall(call)) return <span className="cut min-w-0 font-label">{nameOfCall(call)}</span>
  if (isAppTool(call.tool)) {
    return (
      <span className="cut min-w-0 font-label">
        <span translate="no" className="mono">
          <SafeName name={nameInApp(call.tool)} />
        </span>{' '}
        <span className="font-text text-text-2">
          <ServerText id="chat.call.ofApp" server={call.serverId} />
        </span>
      </span>
    )
  }
  return (
    <span translate="no" className="cut min-w-0 font-label">
      {/* Until it is known what a made-up name is, no server is named for it. */}
      {(call.definitionHash !== '' || call.error) && (
        <>
          {call.serverId}
          <span className="mx-1 font-text text-text-3">/</span>
        </>
      )}
      <span className="mono">
        <SafeName name={call.tool} />
      </span>
    </span>
  )
}

/** Pure: the name as the model wrote it, where no server has such a tool; undefined for any other call. */
export function madeUpName({ error, tool }: Pick<Call, 'error' | 'tool'>): string | undefined {
  if (error?.reason !== 'chat.unknownTool') return undefined
  const name = error.params?.['name']
  return typeof name === 'string' ? name : tool
}

/** Pure: what a call is called where there is no room for its server. */
export function nameOfCall(call: Pick<Call, 'tool' | 'definitionHash'>): string {
  const own = isOwnCall(call) ? ownToolNames[call.tool] : undefined
  return own ? t(own) : call.tool
}

import type { Call } from '../../../../shared/domain/chat'
import { FIND_TOOLS, foundTools } from '../../../../shared/domain/ownTool'
import type { ToolResult } from '../../../../shared/domain/toolResult'
import { isRecord } from '../../../../shared/lib/json'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { ToolResultView } from './ToolResultView'

/** What a call of one of Parley's own tools was for, and what it brought. What servers wrote stands as theirs. */
export function OwnCallBody({ call }: { readonly call: Call }) {
  if (call.tool === FIND_TOOLS) return <ToolSearch call={call} />
  return call.result?.of ? <PartOfResult call={call} result={call.result} of={call.result.of} /> : null
}

function ToolSearch({ call: { asked, result } }: { readonly call: Call }) {
  const queries = Array.isArray(asked['queries']) ? asked['queries'].filter((query) => typeof query === 'string') : []
  const found = foundTools(result)
  return (
    <>
      <div>
        <p className="text-12 text-text-3">{t('chat.own.searchedFor')}</p>
        <ul translate="no" className="breakable">
          {queries.map((query, index) => (
            <li key={index}>
              <SafeText text={query} />
            </li>
          ))}
        </ul>
      </div>
      {result && (
        <div>
          <p className="text-12 text-text-3">{t('chat.own.found', { count: found.length })}</p>
          <ul translate="no" className="grid gap-1 pt-1">
            {found.map(({ name, does }) => (
              <li key={name} className="breakable flex flex-wrap items-center gap-x-2">
                <span className="mono text-12">
                  <SafeText text={name} />
                </span>
                {does !== '' && <ServerQuoteLine text={does} whole />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

interface PartOfResultProps {
  readonly call: Call
  readonly result: ToolResult
  readonly of: NonNullable<ToolResult['of']>
}

function PartOfResult({ call, result: { structuredContent: told, ...result }, of }: PartOfResultProps) {
  const tool = (
    <span translate="no" className="mono">
      <SafeName name={`${of.serverId}/${of.tool}`} />
    </span>
  )
  const { from = 0, to = 0, characters = 0, found } = isRecord(told) ? told : {}
  return (
    <>
      <p className="text-12 text-text-3">
        {Array.isArray(found) ? (
          <Text id="chat.own.places" values={{ count: found.length }} components={{ tool }} />
        ) : (
          <Text id="chat.own.read" values={{ from: Number(from), to: Number(to), characters: Number(characters) }} components={{ tool }} />
        )}
      </p>
      {result.content.length > 0 && <ToolResultView callId={call.id} server={of.serverId} result={result} />}
    </>
  )
}

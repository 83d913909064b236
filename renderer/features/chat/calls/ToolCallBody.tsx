import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { isAppTool } from '../../../../shared/domain/apps/appTool'
import { isOwnCall } from '../../../../shared/domain/ownTool'
import type { Call } from '../../../../shared/domain/chat'
import type { JsonObject } from '../../../../shared/lib/json'
import { translateError } from '../../../i18n/translateError'
import { Button } from '../../../ui/Button'
import { CodeBlock } from '../../../markdown/CodeBlock'
import { CopyButton } from '../../../ui/CopyButton'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { madeUpName } from './CallName'
import { CallQuestions } from './CallQuestions'
import { CallMessageRecords } from './CallMessageRecords'
import { isOpenCall } from './describeCallStatus'
import { OwnCallBody } from './OwnCallBody'
import { ToolResultView } from './ToolResultView'
import { CallDecision } from './CallDecision'

export interface ToolCallBodyProps {
  readonly call: Call
  readonly onRunAgain?: (call: Call) => void
}

/** Everything about one call: the request, what ran, the result, why it was allowed, and the messages. */
export function ToolCallBody({ call, onRunAgain }: ToolCallBodyProps) {
  const [showsMessages, setShowsMessages] = useState(false)
  // One that was asked for wrongly is shown as it was asked.
  const own = isOwnCall(call) && !call.error
  return (
    <>
      {call.title !== undefined && <ServerQuoteLine text={call.title} />}
      {own ? <OwnCallBody call={call} /> : <Asked call={call} />}
      {call.approved && (
        <details className="text-12 text-text-2">
          <summary>{t('chat.argumentsChanged')}</summary>
          <div className="pt-2">
            <Arguments args={call.asked} />
          </div>
        </details>
      )}
      {call.error && <CallError call={call} />}
      <CallQuestions call={call} />
      {call.result && !own && (
        <div data-found="result" className="grid gap-3">
          <ToolResultView callId={call.id} server={call.serverId} result={call.result} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <CallDecision why={call.why} />
        {/* What a policy forbids fails again, and so does what no server has. What an app or Parley itself provides is for the model. */}
        {onRunAgain &&
          !isOpenCall(call.state) &&
          call.error?.code !== 'POLICY' &&
          madeUpName(call) === undefined &&
          !isAppTool(call.tool) &&
          !isOwnCall(call) && (
            <Button size="small" onClick={() => onRunAgain(call)}>
              {t(call.state === 'failed' ? 'chat.runAgainWith' : 'chat.runAgain')}
            </Button>
          )}
        {resultText(call) !== '' && <CopyButton label={t('chat.copyResult')} text={() => resultText(call)} />}
        {!isOwnCall(call) && (
          <Button size="small" look="bare" aria-expanded={showsMessages} onClick={() => setShowsMessages(!showsMessages)}>
            <ArrowLeftRight size={13} strokeWidth={1.75} aria-hidden="true" />
            {t('chat.whatWasSent')}
          </Button>
        )}
      </div>
      {showsMessages && <CallMessageRecords callId={call.id} server={call.serverId} />}
    </>
  )
}

function Asked({ call: { askedText, approved, asked } }: { readonly call: Call }) {
  if (askedText === undefined) return <Arguments args={approved ?? asked} />
  return (
    <>
      <p className="text-text-2">{t('chat.notJsonObject')}</p>
      <CodeBlock code={askedText} />
    </>
  )
}

/** Returns the part of a result that can be copied: its text, and its structured content as JSON. */
function resultText({ result }: Call): string {
  const texts = result?.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? []
  const structured = result?.structuredContent === undefined ? [] : [JSON.stringify(result.structuredContent, null, 2)]
  return (texts.length > 0 ? texts : structured).join('\n\n')
}

function CallError({ call: { error, serverId, state } }: { readonly call: Call }) {
  if (!error) return null
  const { said } = error
  const { message, hint } = translateError(error)
  return (
    <>
      <div className="breakable">
        <p className="font-title">
          <SafeText text={message} />
        </p>
        {hint !== undefined && (
          <p className="text-text-2">
            <SafeText text={hint} />
          </p>
        )}
        {/* The text comes from the person who denied the call, so it is not shown as a server's words. */}
        {state === 'denied' && said !== undefined && (
          <p className="whitespace-pre-wrap text-text-2">
            <Text
              id="chat.youToldModel"
              components={{
                words: (
                  <span translate="no">
                    <SafeText text={said} />
                  </span>
                ),
              }}
            />
          </p>
        )}
      </div>
      {state !== 'denied' && said !== undefined && <ServerQuote by={serverId} text={said} cutAt={4000} />}
    </>
  )
}

/** All arguments by name, without a cut. Data is always in the mono typeface. */
function Arguments({ args }: { readonly args: JsonObject }) {
  const entries = Object.entries(args)
  if (entries.length === 0) return <p className="text-12 text-text-3">{t('chat.withoutArguments')}</p>
  return (
    <dl translate="no" className="mono grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
      {entries.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="max-w-40 break-words text-text-3">
            <SafeText text={key} />
          </dt>
          <dd className="breakable whitespace-pre-wrap">
            <SafeText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

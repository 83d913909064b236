import type { SamplingDetails } from '../../../../shared/domain/question'
import type { SamplingEdit, SamplingMessage } from '../../../../shared/domain/sampling'
import { estimateTokens } from '../../../../shared/sampling/estimateTokens'
import { withMedia } from '../../../../shared/sampling/samplingMedia'
import { useMemo, useState } from 'react'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { DeprecationNote } from '../../../widgets/deprecation/DeprecationNote'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { ServerQuote } from '../../../ui/ServerQuote'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextArea } from '../../../ui/form/TextArea'
import { parseSamplingEdit } from './parseSamplingEdit'
import { holdsMedia, isEdited, jsonOf, type SamplingDraft } from './samplingDraft'
import { SamplingTools } from './SamplingTools'
import { SamplingMessageBlocks } from './SamplingMessageBlocks'

export interface SamplingRequestProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly draft: SamplingDraft
  readonly onChange: (part: Partial<SamplingDraft>) => void
}

/**
 * Shows everything that a server would send to the model, editable as text or as JSON. It is fixed while the person answers in place of the
 * model.
 */
export function SamplingRequest({ server, details, draft, onChange }: SamplingRequestProps) {
  const [look, setLook] = useState<'text' | 'json'>('text')
  const read = useMemo(() => parseSamplingEdit(draft.json), [draft.json])
  const asJson = look === 'json' || !read.ok
  const change = (edit: SamplingEdit): void => onChange({ json: jsonOf(edit) })
  return (
    <LabelledRow {...(!draft.byHand && { toSee: t('sampling.toSee') })}>
      <div className="flex min-h-7 items-center justify-between gap-2 pb-2 text-12 text-text-2">
        <span>
          {draft.byHand || !read.ok ? (
            <b className="font-label text-text">{draft.byHand ? t('sampling.whatItAsks') : t('sampling.whatIsSent')}</b>
          ) : (
            <Text
              id="sampling.whatIsSentAbout"
              values={{ count: tokensOf(read.value, details) }}
              components={{ b: <b className="font-label text-text" /> }}
            />
          )}
        </span>
        {!draft.byHand && read.ok && <SegmentedControl label={t('sampling.showAs')} options={looks()} value={look} onValue={setLook} />}
      </div>
      {asJson && !draft.byHand ? (
        <>
          <TextArea
            mono
            lines={12}
            aria-label={t('sampling.asJson')}
            aria-invalid={!read.ok}
            value={draft.json}
            onValue={(json) => onChange({ json })}
          />
          {!read.ok && (
            <p role="status" className="breakable pt-1 text-12 text-danger-text">
              {translator().message(read.error)}
            </p>
          )}
          {read.ok && holdsMedia(read.value) && <p className="pt-1 text-12 text-text-3">{t('sampling.mediaNote')}</p>}
        </>
      ) : (
        read.ok && (
          <ServerQuote by={server} changed={isEdited(details, draft)} note={t('sampling.nothingAdded')}>
            <SamplingMessageBlocks edit={read.value} original={details.messages} fixed={draft.byHand} onChange={change} />
            <SamplingTools server={server} details={details} edit={read.value} fixed={draft.byHand} onChange={change} />
          </ServerQuote>
        )
      )}
      <Leftover server={server} details={details} edit={read.ok ? read.value : undefined} />
    </LabelledRow>
  )
}

/** Names the data that is sent beside the text, and the parts of the server's request that Parley does not fulfil. */
function Leftover({
  server,
  details,
  edit,
}: {
  readonly server: string
  readonly details: SamplingDetails
  readonly edit: SamplingEdit | undefined
}) {
  const { temperature, stopSequences = [] } = edit ?? {}
  return (
    <>
      {(temperature !== undefined || stopSequences.length > 0) && (
        <p className="mono breakable pt-2 text-12 text-text-2">
          {temperature !== undefined && `${t('sampling.temperature', { temperature })} `}
          {stopSequences.length > 0 && t('sampling.stopsAt', { texts: stopSequences.map((each) => JSON.stringify(each)).join(', ') })}
        </p>
      )}
      {details.includeContext && (
        <p className="pt-2 text-12 text-text-2">
          {t(details.includeContext === 'allServers' ? 'sampling.askedForAll' : 'sampling.askedForPart', { server })}
          <DeprecationNote feature="includeContext" />
        </p>
      )}
    </>
  )
}

function tokensOf({ systemPrompt, messages, tools }: SamplingEdit, details: { readonly messages: readonly SamplingMessage[] }): number {
  return estimateTokens([systemPrompt, withMedia(messages, details.messages), tools])
}

const looks = () =>
  [
    { value: 'text', label: t('sampling.asText') },
    { value: 'json', label: t('sampling.format.json') },
  ] as const

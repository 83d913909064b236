import { ServerText } from '../../../i18n/ServerText'
import type { SamplingDetails } from '../../../../shared/domain/question'
import type { SamplingUsageView } from '../../../../shared/domain/sampling'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { NumberField } from '../../../ui/form/NumberField'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { QuotedName } from '../../../ui/QuotedName'
import { SelectField } from '../../../ui/form/SelectField'
import { SamplingUsageMeter } from '../../../widgets/SamplingUsageMeter'
import { describePriority, describeModelReason, describeTier } from './describeModel'
import { modelName } from '../../../../shared/domain/models/modelName'
import { chosenModel, tokensProblem, tokensText, type SamplingDraft } from './samplingDraft'

export interface SamplingModelProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly draft: SamplingDraft
  readonly spend: SamplingUsageView | undefined
  /** The number of tokens that today's budget leaves for the answer. */
  readonly room: number
  /** Whether the request contains an image or a sound. */
  readonly media: boolean
  readonly onChange: (part: Partial<SamplingDraft>) => void
}

/** Aligns a label with the first line of its field. */
const besideField = 'medium:[&>:first-child]:pt-[0.4375rem]'

/** Shows which model would answer, the length limit, the server's preferences, and the server's usage today. */
export function SamplingModel({ server, details, draft, spend, room, media, onChange }: SamplingModelProps) {
  const problem = tokensProblem(details, draft, room)
  const model = chosenModel(details, draft)
  const blind = media ? details.blind?.find((each) => each.model === model)?.to : undefined
  return (
    <>
      <LabelledRow label={t('sampling.model')} className={besideField}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <SelectField
            label={t('sampling.model')}
            className="w-68 max-w-full"
            options={details.models.map((ref) => ({ value: ref, label: modelName(ref), data: true, ...noteOf(details, ref, media) }))}
            value={model}
            onValue={(ref) => onChange({ model: ref })}
          />
          <span className="breakable min-w-0 flex-1 basis-52 text-12 text-text-2">
            <Wish server={server} details={details} /> {t('sampling.modelsAllowed', { count: details.models.length })}
          </span>
        </div>
        {model === details.models[0] && <Reason details={details} />}
        {details.withheld && <p className="breakable pt-1 text-12 text-text-2">{translator().message(details.withheld)}</p>}
        {blind !== undefined && (
          <p role="status" className="pt-1 text-12 text-danger-text">
            {t('sampling.cannotBeSent', { media: blind })}
          </p>
        )}
      </LabelledRow>
      <LabelledRow label={t('sampling.atMost')} className={besideField}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <div className="w-24">
            <NumberField
              aria-label={t('sampling.atMostTokens')}
              aria-invalid={problem !== undefined}
              value={tokensText(details, draft, room)}
              onValue={(maxTokens) => onChange({ maxTokens })}
            />
          </div>
          <span>{t('sampling.tokensOut')}</span>
          {tokensText(details, draft, room) !== String(details.maxTokens) && (
            <span className="ms-2 text-12 text-text-3">
              <Text id="sampling.askedFor" values={{ count: details.maxTokens }} components={{ s: <s /> }} />
            </span>
          )}
          {spend && (
            <span className="ms-auto">
              <SamplingUsageMeter spend={spend} />
            </span>
          )}
        </div>
        {problem !== undefined && (
          <p role="status" className="pt-1 text-12 text-danger-text">
            {translator().message(problem)}
          </p>
        )}
      </LabelledRow>
    </>
  )
}

function noteOf(details: SamplingDetails, ref: SamplingDetails['models'][number], media: boolean) {
  const blind = media ? details.blind?.find(({ model }) => model === ref)?.to : undefined
  const note = blind === undefined ? describeTier(ref) : t('sampling.takesNo', { media: blind })
  return note === undefined ? {} : { note }
}

/** The server's preferences. A model name appears in the server's own words. */
function Wish({ server, details }: { readonly server: string; readonly details: SamplingDetails }) {
  const priorities = describePriority(details)
  const hints = details.hints.filter((hint) => hint.trim() !== '')
  if (hints.length === 0 && priorities === undefined) return null
  return (
    <>
      {hints.length === 0 ? (
        <ServerText id="sampling.wishes" server={server} values={{ wish: priorities ?? '' }} />
      ) : (
        <ServerText
          server={server}
          id={priorities === undefined ? 'sampling.wishesHints' : 'sampling.wishesBoth'}
          values={priorities === undefined ? {} : { wish: priorities }}
          components={{ hints: <Hints hints={hints} /> }}
        />
      )}
    </>
  )
}

function Hints({ hints }: { readonly hints: readonly string[] }) {
  return hints.map((hint, index) => (
    <span key={index}>
      {index > 0 && t('sampling.or')}
      <Text id="sampling.quoted" components={{ hint: <QuotedName name={hint} /> }} />
    </span>
  ))
}

function Reason({ details }: { readonly details: SamplingDetails }) {
  const words = describeModelReason(details)
  return words === undefined ? null : <p className="pt-1 text-12 text-text-3">{words}</p>
}

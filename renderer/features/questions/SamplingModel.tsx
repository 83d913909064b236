import type { SamplingDetails } from '../../../shared/domain/question'
import { NumberField } from '../../ui/NumberField'
import { QuestionRow } from '../../ui/QuestionRow'
import { SafeText } from '../../ui/SafeText'
import { SelectField } from '../../ui/SelectField'
import { chosenModel, tokensRight, type SamplingDraft } from './samplingDraft'

export interface SamplingModelProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly draft: SamplingDraft
  readonly onChange: (part: Partial<SamplingDraft>) => void
}

/** A label stands beside the first line of its field. */
const besideField = 'medium:[&>:first-child]:pt-[0.4375rem]'

/** Which model would answer a server, at what length, and what the server would like. */
export function SamplingModel({ server, details, draft, onChange }: SamplingModelProps) {
  const right = tokensRight(details, draft)
  return (
    <>
      <QuestionRow label="Model" className={besideField}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SelectField
            label="Model"
            className="max-w-70"
            options={details.models.map((ref) => ({ value: ref, label: ref.slice(ref.indexOf('/') + 1) }))}
            value={chosenModel(details, draft)}
            onValue={(ref) => onChange({ model: ref })}
          />
          {details.hints.length > 0 && (
            <span className="breakable text-12 text-text-2">
              {server} would like{' '}
              {details.hints.map((hint, index) => (
                <span key={index} className="mono">
                  {index > 0 && ', '}
                  <SafeText text={hint} />
                </span>
              ))}
            </span>
          )}
        </div>
      </QuestionRow>
      <QuestionRow label="At most" className={besideField}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <div className="w-28">
            <NumberField
              aria-label="At most, in tokens"
              aria-invalid={!right}
              value={draft.maxTokens}
              onValue={(maxTokens) => onChange({ maxTokens })}
            />
          </div>
          <span>tokens out</span>
          {draft.maxTokens !== String(details.maxTokens) && (
            <span className="text-12 text-text-3">
              asked for <s>{details.maxTokens.toLocaleString('en')}</s>
            </span>
          )}
          {!right && <span className="text-12 text-danger-text">A whole number from 1 to {details.maxTokens.toLocaleString('en')}</span>}
        </div>
        {(details.temperature !== undefined || details.stopSequences.length > 0) && (
          <p className="mono breakable pt-1 text-12 text-text-2">
            {details.temperature !== undefined && `temperature ${details.temperature} `}
            {details.stopSequences.length > 0 && (
              <SafeText text={`stops at ${details.stopSequences.map((each) => JSON.stringify(each)).join(', ')}`} />
            )}
          </p>
        )}
      </QuestionRow>
    </>
  )
}

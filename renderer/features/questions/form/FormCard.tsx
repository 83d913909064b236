import { useRef, useState } from 'react'
import type { FormDetails } from '../../../../shared/domain/question'
import { validateAnswers } from '../../../../shared/elicitation/validateAnswers'
import { classNames } from '../../../ui/classNames'
import { Notice } from '../../../ui/Notice'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import { formatCount } from '../../../ui/format/relativeTime'
import type { CardProps } from '../cardProps'
import { formAnswers, readFormDraft, type FormDraft } from './formAnswers'
import { FormFieldControl } from './FormFieldControl'
import { QuestionCard } from '../QuestionCard'
import { useQuestionDraft } from '../useQuestionDraft'

/** "SERVER asks for information": its form on its paper, checked field by field when one is left, and whole at Submit. */
export function FormCard({ details, ...place }: CardProps<FormDetails>) {
  const [draft, setDraft] = useQuestionDraft<FormDraft>(place.question, (kept) => readFormDraft(details.fields, kept))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const paper = useRef<HTMLDivElement>(null)
  const server = place.question.asker.serverId
  const { content, errors } = validateAnswers(details.fields, formAnswers(details.fields, draft))
  const shownErrors = new Map([...errors].filter(([key]) => tried || left.has(key)))
  const showErrors = () => {
    setTried(true)
    const first = details.fields.findIndex(({ key }) => errors.has(key))
    paper.current
      ?.querySelectorAll<HTMLElement>('[data-field]')
      [first]?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
      ?.focus()
  }
  return (
    <QuestionCard
      {...place}
      title={`${server} asks for information`}
      mayStopAsking
      answers={{
        refuse: { word: 'Decline', answer: { kind: 'form', action: 'decline' } },
        cancel: { kind: 'form', action: 'cancel' },
        note: `Goes to ${server} only. The model never sees it.`,
        problem: shownErrors.size > 0 ? formatCount(shownErrors.size, 'field needs a look.', 'fields need a look.') : undefined,
        allow: {
          word: 'Submit',
          answer: errors.size === 0 ? { kind: 'form', action: 'accept', content } : undefined,
          onMissing: showErrors,
          risky: details.secretLooking.length > 0,
        },
      }}
    >
      {details.secretLooking.length > 0 && (
        <QuestionRow>
          <Notice look="danger" title="This form seems to ask for a password, key, code or card number.">
            A server should not ask for one in a form. Look at{' '}
            {details.secretLooking.map((key, index) => (
              <span key={key}>
                {index > 0 && ', '}
                <code className="mono">
                  <SafeText text={key} />
                </code>
              </span>
            ))}
            , and decline when in doubt. What you type is not kept on disk, and nothing fills it in for you.
          </Notice>
        </QuestionRow>
      )}
      <QuestionRow>
        <ServerQuote by={server} text={details.message} note="Parley did not write or check this">
          {details.fields.length > 0 && (
            <div ref={paper} className={classNames('grid items-start gap-x-5 gap-y-4', details.fields.length > 3 && 'medium:grid-cols-2')}>
              {details.fields.map((field) => (
                <div key={field.key} data-field className="min-w-0">
                  <FormFieldControl
                    field={field}
                    secret={details.secretLooking.includes(field.key)}
                    value={draft[field.key]}
                    error={shownErrors.get(field.key)}
                    onValue={(value) => setDraft({ ...draft, [field.key]: value })}
                    onLeave={() => setLeft((keys) => new Set(keys).add(field.key))}
                  />
                </div>
              ))}
            </div>
          )}
        </ServerQuote>
      </QuestionRow>
    </QuestionCard>
  )
}

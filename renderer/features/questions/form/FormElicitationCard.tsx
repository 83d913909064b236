import { ServerText } from '../../../i18n/ServerText'
import { useRef, useState } from 'react'
import type { FormDetails } from '../../../../shared/domain/question'
import type { Message } from '../../../../shared/i18n/message'
import { validateFormContent } from '../../../../shared/elicitation/validateFormContent'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { classNames } from '../../../ui/classNames'
import { Notice } from '../../../ui/Notice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuote } from '../../../ui/ServerQuote'
import type { CardProps } from '../cardProps'
import { formDraft, hasInput, isAsSuggested, readFormDraft, type FormDraft } from './formDraft'
import { FormFieldControl } from './FormFieldControl'
import { QuestionCard } from '../QuestionCard'
import { useQuestionDraft } from '../useQuestionDraft'

/**
 * "SERVER asks for information": shows its form on its paper. Checks each field when the person leaves it, and the whole form on Submit.
 */
export function FormElicitationCard({ details, ...place }: CardProps<FormDetails>) {
  const { locale } = translator()
  const [draft, setDraft] = useQuestionDraft<FormDraft>(place.question, (kept) => readFormDraft(details.fields, kept, locale))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const paper = useRef<HTMLDivElement>(null)
  const server = place.question.asker.serverId
  const { content, errors } = validateFormContent(details.fields, formDraft(details.fields, draft, locale))
  const suggested = details.fields.filter((field) => isAsSuggested(field, draft[field.key], locale)).length
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
      title={t('questions.asks.form', { server })}
      mayStopAsking
      keepsOnEscape={hasInput(details.fields, draft, locale)}
      answers={{
        refuse: { word: t('questions.decline'), answer: { kind: 'form', action: 'decline' } },
        cancel: { kind: 'form', action: 'cancel' },
        note: <ServerText id="questions.form.goesTo" server={server} values={{ suggested }} />,
        problem: shownErrors.size > 0 ? t('questions.form.problems', { count: shownErrors.size }) : undefined,
        allow: {
          word: t('questions.submit'),
          answer: errors.size === 0 ? { kind: 'form', action: 'accept', content } : undefined,
          onMissing: showErrors,
          risky: details.secretLooking.length > 0,
        },
      }}
    >
      {details.secretLooking.length > 0 && (
        <LabelledRow>
          <Notice look="danger" title={t('questions.form.secret')}>
            <Text id="questions.form.secret.look" components={{ fields: <FieldNames keys={details.secretLooking} /> }} />
          </Notice>
        </LabelledRow>
      )}
      <LabelledRow toSee={t('questions.form.mustSee')}>
        <ServerQuote by={server} text={details.message} note={t('questions.form.notChecked')}>
          {details.fields.length > 0 && (
            <div
              ref={paper}
              className={classNames(
                'grid grid-cols-[minmax(0,1fr)] items-start gap-x-5 gap-y-4',
                details.fields.length > 3 && 'medium:grid-cols-2',
              )}
            >
              {details.fields.map((field) => (
                <div key={field.key} data-field className="min-w-0">
                  <FormFieldControl
                    field={field}
                    secret={details.secretLooking.includes(field.key)}
                    value={draft[field.key]}
                    error={problemOf(shownErrors.get(field.key))}
                    onValue={(value) => setDraft({ ...draft, [field.key]: value })}
                    onLeave={() => setLeft((keys) => new Set(keys).add(field.key))}
                  />
                </div>
              ))}
            </div>
          )}
        </ServerQuote>
      </LabelledRow>
    </QuestionCard>
  )
}

function problemOf(error: Message | undefined): string | undefined {
  return error && translator().message(error)
}

function FieldNames({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, index) => (
    <span key={key} translate="no">
      {index > 0 && ', '}
      <code className="mono">
        <SafeText text={key} />
      </code>
    </span>
  ))
}

import { ServerText } from '../../../i18n/ServerText'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { misfitMessage, type SchemaMisfit } from '../../../../shared/domain/schemaMisfit'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { mayTakeArguments, readArguments } from '../../../widgets/argumentFields'
import { ArgumentsForm } from '../../../widgets/ArgumentsForm'
import { Button } from '../../../ui/Button'
import { MessageText } from '../../../i18n/MessageText'
import { TranslatedMessages } from '../../../i18n/TranslatedMessages'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { Notice } from '../../../ui/Notice'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { FieldError } from '../../../ui/form/FieldError'
import { SafeText } from '../../../ui/SafeText'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextArea } from '../../../ui/form/TextArea'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import type { ApprovalDraft } from './approvalDraft'
import { ArgumentList } from './ArgumentList'
import { describeEditedCall, describeToolCall } from './describeToolCall'
import { DataFlowRows } from './DataFlowRows'
import { unseenArguments } from './longArguments'
import { problemsByArgument } from './useArgumentProblems'
import { ApprovalReason } from './ApprovalReason'
import { UncheckedClaims, UnsaidClaims } from './ClaimNotes'
import { seemsRisky } from './seemsRisky'
import { WhyInDialog } from './WhyInDialog'
import { hasClaims, ToolClaims } from './ToolClaims'

export interface ApprovalBodyProps {
  readonly server: string
  readonly details: ApprovalDetails
  readonly draft: ApprovalDraft
  readonly onDraft: (draft: ApprovalDraft) => void
  /** Receives the arguments whose form field is not valid. While there are any, nothing may run. */
  readonly onBroken: (keys: readonly string[]) => void
  /** Why the edited arguments do not fit the tool, in Parley's words. */
  readonly problems: readonly SchemaMisfit[]
}

/** Says why Parley asks and what the server says about the tool, and shows all of the arguments, which the person can edit. */
export function ApprovalBody({ server, details, draft, onDraft, onBroken, problems }: ApprovalBodyProps) {
  const sentence = describeToolCall(details.tool, details.arguments)
  const edited = readArguments(draft.json)
  const hasWords = (details.description ?? details.title) !== undefined
  const claims = hasClaims(details.annotations ?? {})
  const args = (
    <LabelledRow>
      <Arguments details={details} draft={draft} onDraft={onDraft} onBroken={onBroken} problems={problems} />
      {/* Below them: nothing that matters less comes before what would run. */}
      <WhyInDialog details={details} />
    </LabelledRow>
  )
  return (
    <>
      {details.dataFlow && (
        <>
          <DataFlowRows dataFlow={details.dataFlow} />
          {/* The arguments that would be sent are what matters here. */}
          {args}
        </>
      )}
      {sentence && (
        <LabelledRow label={t('approvals.row.runs')}>
          <p className="breakable text-14">
            <MessageText message={(edited.ok && describeToolCall(details.tool, edited.value)) || describeEditedCall(details.tool)} />
          </p>
        </LabelledRow>
      )}
      {details.noticed && (
        <LabelledRow>
          <Notice look="danger" title={<TranslatedMessages messages={details.noticed} />}>
            <ServerText id="approvals.noticed" server={server} />
          </Notice>
        </LabelledRow>
      )}
      <LabelledRow label={t('approvals.row.why')}>
        <ApprovalReason details={details} />
      </LabelledRow>
      <LabelledRow label={t('approvals.row.does')}>
        <div className="grid gap-2">
          {hasWords && <ServerQuoteLine lead={details.title} text={details.description ?? ''} whole />}
          <ToolClaims annotations={details.annotations ?? {}} />
          {(hasWords || claims) && (
            <p className="text-12 text-text-3">
              {claims ? (
                <UncheckedClaims annotations={details.annotations ?? {}} server={server} />
              ) : (
                <ServerText id="approvals.uncheckedWords" server={server} />
              )}
            </p>
          )}
          <UnsaidClaims annotations={details.annotations ?? {}} />
          {seemsRisky(details, edited.ok ? edited.value : details.arguments) && (
            <p className="text-12 text-danger-text">{t('approvals.looksRisky')}</p>
          )}
        </div>
      </LabelledRow>
      {!details.dataFlow && args}
      {/* An app has no use for a word. */}
      {!details.byApp && (
        <LabelledRow label={t('approvals.row.deny')} className="medium:[&>:first-child]:pt-[0.4375rem]">
          <TextArea
            lines={1}
            aria-label={t('approvals.word')}
            placeholder={t('approvals.word.placeholder')}
            maxLength={4000}
            value={draft.word}
            onValue={(word) => onDraft({ ...draft, word })}
          />
          {draft.word.trim() !== '' && <p className="pt-1 text-12 text-text-2">{t('approvals.word.onlyDenied')}</p>}
        </LabelledRow>
      )}
    </>
  )
}

function Arguments({ details, draft, onDraft, onBroken, problems }: Omit<ApprovalBodyProps, 'server'>) {
  const [look, setLook] = useState<'form' | 'json'>('json')
  const [undone, setUndone] = useState(0)
  const undo = (): void => {
    setUndone(undone + 1)
    onBroken([])
    onDraft({ ...draft, json: JSON.stringify(details.arguments, null, 2) })
  }
  const show = (next: 'form' | 'json'): void => {
    // The JSON contains only the values that were valid. The invalid field is no longer on the screen.
    onBroken([])
    setLook(next)
  }
  const read = readArguments(draft.json)
  const count = Object.keys(details.arguments).length
  const folded = unseenArguments(details.arguments, draft).length
  const changes = read.ok ? changedKeys(details.arguments, read.value) : []
  return (
    <div className="grid gap-2" {...(count > 0 && mustSee(t('approvals.mustSee')))}>
      <div className="flex min-h-6 items-center gap-2 text-12 text-text-2">
        <span className="grow">
          <Text
            id={count === 0 ? 'approvals.arguments.none' : folded > 0 ? 'approvals.arguments.folded' : 'approvals.arguments.shown'}
            values={count === 0 ? {} : folded > 0 ? { count, folded } : { count }}
            components={{ b: <b className="font-label text-text" /> }}
          />
          {changes.length > 0 && ` ${t('approvals.arguments.edited', { count: changes.length })}`}
        </span>
        {draft.editing ? (
          <>
            {(changes.length > 0 || !read.ok) && (
              <Button size="small" look="bare" onClick={undo}>
                {t('approvals.arguments.undo')}
              </Button>
            )}
            {/* The form needs valid JSON. */}
            {read.ok && <SegmentedControl label={t('approvals.arguments.editAs')} options={editors()} value={look} onValue={show} />}
          </>
        ) : (
          mayTakeArguments(details.inputSchema, details.arguments) && (
            <Button size="small" onClick={() => onDraft({ ...draft, editing: true })}>
              <Pencil size={12} strokeWidth={1.75} aria-hidden="true" />
              {t('approvals.arguments.edit')}
            </Button>
          )
        )}
      </div>
      {!draft.editing && (
        <ArgumentList
          args={details.arguments}
          traces={details.traces}
          seen={draft.seen}
          onSeen={(key) => onDraft({ ...draft, seen: [...draft.seen, key] })}
        />
      )}
      {draft.editing && (look === 'json' || !read.ok) && (
        <>
          <TextArea
            mono
            lines={5}
            aria-label={t('approvals.arguments')}
            aria-invalid={!read.ok}
            value={draft.json}
            onValue={(json) => onDraft({ ...draft, json })}
          />
          {!read.ok && <p className="text-12 text-danger-text">{read.error}</p>}
        </>
      )}
      {draft.editing && look === 'form' && read.ok && (
        <ArgumentsForm
          key={undone}
          schema={details.inputSchema}
          value={read.value}
          original={details.arguments}
          onValue={(value) => onDraft({ ...draft, json: JSON.stringify(value, null, 2) })}
          onBroken={onBroken}
          problems={problemsByArgument(problems)}
        />
      )}
      {draft.editing && problems.length > 0 && (
        <div role="status" className="grid gap-1">
          {problems.map((problem, index) => (
            <FieldError key={index}>
              <SafeText text={translator().message(misfitMessage(problem))} />
            </FieldError>
          ))}
        </div>
      )}
    </div>
  )
}

const editors = () =>
  [
    { value: 'form', label: t('approvals.arguments.form') },
    { value: 'json', label: t('approvals.arguments.json') },
  ] as const

function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
}

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { toolHints } from '../../../../shared/domain/toolHints'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { readArguments } from '../../../widgets/argumentFields'
import { ArgumentsForm } from '../../../widgets/ArgumentsForm'
import { Button } from '../../../ui/Button'
import { Chip } from '../../../ui/Chip'
import { MessageText } from '../../../i18n/MessageText'
import { TranslatedMessages } from '../../../i18n/TranslatedMessages'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { Notice } from '../../../ui/Notice'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextArea } from '../../../ui/form/TextArea'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import type { ApprovalDraft } from './approvalDraft'
import { ArgumentList } from './ArgumentList'
import { describeEditedCall, describeToolCall } from './describeToolCall'
import { DataFlowRows } from './DataFlowRows'
import { unseenArguments } from './longArguments'
import { ApprovalReason } from './ApprovalReason'

export interface ApprovalBodyProps {
  readonly server: string
  readonly details: ApprovalDetails
  readonly draft: ApprovalDraft
  readonly onDraft: (draft: ApprovalDraft) => void
  /** Receives the arguments whose form field is not valid. While there are any, nothing may run. */
  readonly onBroken: (keys: readonly string[]) => void
}

/** Says why Parley asks and what the server says about the tool, and shows all of the arguments, which the person can edit. */
export function ApprovalBody({ server, details, draft, onDraft, onBroken }: ApprovalBodyProps) {
  const sentence = describeToolCall(details.tool, details.arguments)
  const edited = readArguments(draft.json)
  const args = (
    <QuestionRow>
      <Arguments details={details} draft={draft} onDraft={onDraft} onBroken={onBroken} />
    </QuestionRow>
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
        <QuestionRow label={t('approvals.row.runs')}>
          <p className="breakable text-14">
            <MessageText message={(edited.ok && describeToolCall(details.tool, edited.value)) || describeEditedCall(details.tool)} />
          </p>
        </QuestionRow>
      )}
      {details.noticed && (
        <QuestionRow>
          <Notice look="danger" title={<TranslatedMessages messages={details.noticed} />}>
            {t('approvals.noticed', { server })}
          </Notice>
        </QuestionRow>
      )}
      <QuestionRow label={t('approvals.row.why')}>
        <ApprovalReason details={details} />
      </QuestionRow>
      <QuestionRow label={t('approvals.row.does')}>
        <div className="grid gap-2">
          {(details.description ?? details.title) !== undefined && (
            <ServerQuoteLine lead={details.title} text={details.description ?? ''} whole />
          )}
          <Claims annotations={details.annotations ?? {}} />
          {(details.description !== undefined || details.title !== undefined || details.annotations) && (
            <p className="text-12 text-text-3">{t('approvals.unchecked', { server })}</p>
          )}
        </div>
      </QuestionRow>
      {!details.dataFlow && args}
      <QuestionRow label={t('approvals.row.deny')} className="medium:[&>:first-child]:pt-[0.4375rem]">
        <TextArea
          lines={1}
          aria-label={t('approvals.word')}
          placeholder={t('approvals.word.placeholder')}
          maxLength={4000}
          value={draft.word}
          onValue={(word) => onDraft({ ...draft, word })}
        />
      </QuestionRow>
    </>
  )
}

function Arguments({ details, draft, onDraft, onBroken }: Omit<ApprovalBodyProps, 'server'>) {
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
  const folded = unseenArguments(details.arguments, draft.seen).length
  const changes = read.ok ? changedKeys(details.arguments, read.value) : []
  return (
    <div className="grid gap-2" {...mustSee(t('approvals.mustSee'))}>
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
          <Button size="small" onClick={() => onDraft({ ...draft, editing: true })}>
            <Pencil size={12} strokeWidth={1.75} aria-hidden="true" />
            {t('approvals.arguments.edit')}
          </Button>
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
        />
      )}
    </div>
  )
}

const editors = () =>
  [
    { value: 'form', label: t('approvals.arguments.form') },
    { value: 'json', label: t('approvals.arguments.json') },
  ] as const

/** Shows a server's claims about its own tool in Parley's words, on the server's paper. The worst case fills in the missing ones. */
function Claims({ annotations }: { readonly annotations: ToolAnnotations }) {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  const hints = toolHints(annotations)
  if (readOnlyHint === undefined && destructiveHint === undefined && openWorldHint === undefined) {
    return <p className="text-12">{t('approvals.claim.none')}</p>
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {hints.readOnly && <Chip look="claim">{t('approvals.claim.readOnly')}</Chip>}
      {!hints.readOnly && !hints.destructive && <Chip look="claim">{t('approvals.claim.changes')}</Chip>}
      {hints.destructive && <Chip look="claimDanger">{t('approvals.claim.mayDestroy')}</Chip>}
      <Chip look="claim">{t(hints.openWorld ? 'approvals.claim.openWorld' : 'approvals.claim.local')}</Chip>
      {!hints.readOnly && hints.idempotent && <Chip look="claim">{t('approvals.claim.idempotent')}</Chip>}
    </div>
  )
}

function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
}

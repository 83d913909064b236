import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import type { ApprovalDetails } from '../../../../shared/domain/question'
import { toolHints } from '../../../../shared/domain/toolHints'
import { canonicalJson, type JsonObject } from '../../../../shared/lib/json'
import { readArguments } from '../../../widgets/argumentFields'
import { ArgumentsForm } from '../../../widgets/ArgumentsForm'
import { Button } from '../../../ui/Button'
import { Chip } from '../../../ui/Chip'
import { QuestionRow } from '../../../widgets/QuestionRow'
import { Notice } from '../../../ui/Notice'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextArea } from '../../../ui/form/TextArea'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import { formatCount } from '../../../ui/format/relativeTime'
import type { ApprovalDraft } from './approvalDraft'
import { ArgumentList } from './ArgumentList'
import { callSentence } from './callSentence'
import { DataFlowRows } from './DataFlowRows'
import { unseenArguments } from './longArguments'
import { ApprovalReason } from './ApprovalReason'

export interface ApprovalBodyProps {
  readonly server: string
  readonly details: ApprovalDetails
  readonly draft: ApprovalDraft
  readonly onDraft: (draft: ApprovalDraft) => void
  /** Arguments that cannot be read as they stand in the form: nothing may run then. */
  readonly onBroken: (keys: readonly string[]) => void
}

/** Why one is asked, what the server says the tool does, and all of the arguments, which can be edited. */
export function ApprovalBody({ server, details, draft, onDraft, onBroken }: ApprovalBodyProps) {
  const sentence = callSentence(details.tool, details.arguments)
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
          {/* What would go out is what counts here. */}
          {args}
        </>
      )}
      {sentence !== undefined && (
        <QuestionRow label="What will run">
          <p className="breakable text-14">
            <SafeText text={(edited.ok && callSentence(details.tool, edited.value)) || `Run ${details.tool} with your arguments.`} />
          </p>
        </QuestionRow>
      )}
      {details.noticed && (
        <QuestionRow>
          <Notice look="danger" title={<SafeText text={details.noticed.join(' ')} />}>
            Parley noticed this in what {server} says of its tool.
          </Notice>
        </QuestionRow>
      )}
      <QuestionRow label="Why you are asked">
        <ApprovalReason details={details} />
      </QuestionRow>
      <QuestionRow label="What it does">
        <div className="grid gap-2">
          {(details.description ?? details.title) !== undefined && (
            <ServerQuoteLine lead={details.title} text={details.description ?? ''} whole />
          )}
          <Claims annotations={details.annotations ?? {}} />
          {(details.description !== undefined || details.title !== undefined || details.annotations) && (
            <p className="text-12 text-text-3">{server} says so of its own tool. Parley has not checked it.</p>
          )}
        </div>
      </QuestionRow>
      {!details.dataFlow && args}
      <QuestionRow label="If you deny" className="medium:[&>:first-child]:pt-[0.4375rem]">
        <TextArea
          lines={1}
          aria-label="Word for the model"
          placeholder="A word for the model, such as what to do instead"
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
    // The JSON holds what could be read; what could not is no longer on the screen.
    onBroken([])
    setLook(next)
  }
  const read = readArguments(draft.json)
  const count = Object.keys(details.arguments).length
  const folded = unseenArguments(details.arguments, draft.seen).length
  const changes = read.ok ? changedKeys(details.arguments, read.value) : []
  return (
    <div className="grid gap-2" {...mustSee('the arguments')}>
      <div className="flex min-h-6 items-center gap-2 text-12 text-text-2">
        <span className="grow">
          <b className="font-label text-text">{formatCount(count, 'argument')}</b>
          {count > 0 && (folded > 0 ? `, ${folded} not yet shown whole` : ', all shown')}.
          {changes.length > 0 && ` ${changes.length} edited by you.`}
        </span>
        {draft.editing ? (
          <>
            {(changes.length > 0 || !read.ok) && (
              <Button size="small" look="bare" onClick={undo}>
                Undo edits
              </Button>
            )}
            {/* A form can only be filled from JSON that can be read. */}
            {read.ok && <SegmentedControl label="Edit the arguments as" options={looks} value={look} onValue={show} />}
          </>
        ) : (
          <Button size="small" onClick={() => onDraft({ ...draft, editing: true })}>
            <Pencil size={12} strokeWidth={1.75} aria-hidden="true" />
            Edit
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
            aria-label="Arguments"
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

const looks = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

/** What a server claims about its own tool: in Parley's words, on the server's paper. What it leaves out is the worst. */
function Claims({ annotations }: { readonly annotations: ToolAnnotations }) {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations
  const hints = toolHints(annotations)
  if (readOnlyHint === undefined && destructiveHint === undefined && openWorldHint === undefined) {
    return (
      <p className="text-12">It does not say what it changes: reckon with losses that cannot be undone, also outside of this computer.</p>
    )
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {hints.readOnly && <Chip look="claim">Reads only</Chip>}
      {!hints.readOnly && !hints.destructive && <Chip look="claim">Changes data</Chip>}
      {hints.destructive && <Chip look="claimDanger">May destroy data</Chip>}
      <Chip look="claim">{hints.openWorld ? 'May leave this computer' : 'Stays on this computer'}</Chip>
      {!hints.readOnly && hints.idempotent && <Chip look="claim">Twice is as once</Chip>}
    </div>
  )
}

function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
}

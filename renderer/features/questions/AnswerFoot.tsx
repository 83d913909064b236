import { Button } from '../../ui/Button'
import { ignoreEnter } from '../../ui/ignoreEnter'
import type { Answers } from './answers'
import type { Answering } from './useAnswer'

export interface AnswerFootProps {
  readonly answers: Answers
  readonly answering: Answering
  readonly arming: boolean
}

/**
 * The answers of a question: refusing left, outlined and always the same size; allowing right, filled, or outlined in red where Parley sees
 * danger. In a narrow window allowing stands above and refusing below, never swapped. Enter never allows.
 */
export function AnswerFoot({ answers, answering: { give, busy }, arming }: AnswerFootProps) {
  const { refuse, cancel, note, more, onBack, allow } = answers
  return (
    <div className="flex w-full flex-col-reverse gap-2 medium:flex-row medium:items-center">
      <div className="flex min-w-0 grow flex-wrap items-center gap-2 medium:flex-1 medium:flex-nowrap">
        <Button size="action" data-answer="refuse" arming={arming} disabled={busy} onClick={() => give(refuse.answer)}>
          {refuse.word}
        </Button>
        {cancel && (
          <Button size="action" look="bare" arming={arming} disabled={busy} onClick={() => give(cancel)}>
            Cancel
          </Button>
        )}
        <span className="min-w-0 grow basis-24 px-2 text-12 text-text-3">{note}</span>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 max-medium:justify-end medium:flex-nowrap">
        {onBack && (
          <Button size="action" disabled={busy} onKeyDown={ignoreEnter} onClick={onBack}>
            Back
          </Button>
        )}
        {more && (
          <Button size="action" arming={arming} disabled={busy || more.disabled} onKeyDown={ignoreEnter} onClick={more.onShow}>
            {more.word}
          </Button>
        )}
        {allow && (
          <Button
            size="action"
            data-answer="allow"
            look={allow.risky ? 'danger' : 'ink'}
            arming={arming}
            busy={busy}
            disabled={!allow.answer && !allow.onMissing}
            onKeyDown={ignoreEnter}
            onClick={() => (allow.answer ? give(allow.answer, allow.onTaken) : allow.onMissing?.())}
          >
            {allow.word}
          </Button>
        )}
      </div>
    </div>
  )
}

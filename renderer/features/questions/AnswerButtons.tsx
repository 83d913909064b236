import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'
import { preventEnterActivation } from '../../ui/preventEnterActivation'
import type { AnswerOptions } from './answerOptions'
import type { Answering } from './useAnswer'

export interface AnswerButtonsProps {
  readonly answers: AnswerOptions
  readonly answering: Answering
  readonly arming: boolean
  /** The part that has not been shown completely. While there is one, allowing is disabled. */
  readonly unseen: string | undefined
  /** "Stop asking me", when it is available for the server. */
  readonly stopAsking?: { readonly busy: boolean; readonly stop: () => void } | undefined
  /** The words of the two outer answers count something: both are wide enough for every count, so that none moves. */
  readonly counts?: boolean
}

/**
 * The answers of a question. Refusing is on the left, outlined and always the same size. Allowing is on the right, filled, or outlined in
 * red when Parley sees danger. Where they have no room side by side, allowing is above and refusing below; they never swap. Enter never
 * allows.
 */
export function AnswerButtons({ answers, answering, arming, unseen, stopAsking, counts = false }: AnswerButtonsProps) {
  const { give, busy: answeringNow } = answering
  const { refuse, cancel, details, note, problem, besides, again, more, onBack, allow } = answers
  const busy = answeringNow || stopAsking?.busy === true || besides?.busy === true
  return (
    <div className="flex w-full flex-wrap-reverse items-center gap-2">
      <div className="flex min-w-min grow items-center gap-2 max-medium:min-w-full max-medium:flex-wrap medium:flex-1">
        <Button
          size="action"
          data-answer="refuse"
          arming={arming}
          disabled={busy}
          className={classNames(counts && 'min-w-38')}
          onClick={() => give(refuse.answer)}
        >
          {refuse.word}
        </Button>
        {details && (
          <Button look="bare" className="h-action!" onClick={details.onShow}>
            {details.word}
          </Button>
        )}
        {cancel && (
          <Button size="action" look="bare" arming={arming} disabled={busy} onClick={() => give(cancel)}>
            {t('questions.cancel')}
          </Button>
        )}
        {/* Reserves two lines, so that a longer text moves nothing. */}
        <div className="flex min-h-9 min-w-40 grow basis-40 flex-col justify-center px-2 text-12 text-text-3 max-medium:basis-full max-medium:px-0">
          {unseen === undefined ? <div>{note}</div> : <div role="status">{t('questions.scrollFirst', { unseen })}</div>}
          {besides && (
            <Button
              size="small"
              look="bare"
              arming={arming}
              busy={besides.busy}
              disabled={busy}
              className="-ms-1 h-auto! min-h-5 self-start px-1! text-start font-text! whitespace-normal! text-accent!"
              onKeyDown={preventEnterActivation}
              onClick={besides.act}
            >
              {besides.word}
            </Button>
          )}
          {stopAsking && (
            // The line is always there, so that nothing moves when a problem appears.
            <div className="flex min-h-5 flex-wrap items-center gap-x-2">
              <Button
                size="small"
                look="bare"
                arming={arming}
                busy={stopAsking.busy}
                disabled={busy}
                className="-ms-1 h-5! px-1! font-text! text-accent!"
                onClick={stopAsking.stop}
              >
                {t('questions.stopAsking')}
              </Button>
              <span role="status" className="text-danger-text">
                {problem}
              </span>
            </div>
          )}
        </div>
      </div>
      <div className="ms-auto flex max-w-full flex-wrap items-center justify-end gap-2">
        {onBack && (
          <Button size="action" disabled={busy} onKeyDown={preventEnterActivation} onClick={onBack}>
            {t('questions.back')}
          </Button>
        )}
        {more && (
          <Button
            size="action"
            arming={arming}
            disabled={busy || more.disabled === true || unseen !== undefined}
            onKeyDown={preventEnterActivation}
            onClick={more.onShow}
          >
            {more.word}
          </Button>
        )}
        {again && (
          <Button
            size="action"
            arming={arming}
            disabled={busy || !again.answer || unseen !== undefined}
            onKeyDown={preventEnterActivation}
            onClick={() => again.answer && give(again.answer, again.onTaken)}
          >
            {again.word}
          </Button>
        )}
        {allow && (
          <Button
            size="action"
            data-answer="allow"
            look={allow.risky ? 'danger' : 'ink'}
            arming={arming}
            busy={busy}
            disabled={(!allow.answer && !allow.onMissing) || unseen !== undefined}
            className={classNames(counts && 'min-w-38')}
            onKeyDown={preventEnterActivation}
            onClick={() => (allow.answer ? give(allow.answer, allow.onTaken) : allow.onMissing?.())}
          >
            {allow.word}
          </Button>
        )}
      </div>
    </div>
  )
}

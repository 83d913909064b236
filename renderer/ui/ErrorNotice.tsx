import type { ReactNode } from 'react'
import type { AppErrorData } from '../../shared/errors/appError'
import { Notice } from './Notice'
import { SafeText } from './SafeText'
import { SaidLine } from './SaidLine'

export interface ErrorNoticeProps {
  /** An AppError is one of these too. */
  readonly error: Pick<AppErrorData, 'message'> & { readonly hint?: string | undefined; readonly said?: string | undefined }
  readonly actions?: ReactNode
  readonly role?: 'alert'
}

/** A failure in its place: what happened, what to do, and third what somebody else said about it. */
export function ErrorNotice({ error, actions, role }: ErrorNoticeProps) {
  return (
    <Notice
      look="danger"
      title={<SafeText text={withStop(error.message)} />}
      {...(actions !== undefined && { actions })}
      {...(role && { role })}
    >
      {error.hint !== undefined && <SafeText text={error.hint} />}
      {error.said !== undefined && (
        <span className="mt-1 block">
          <SaidLine text={error.said} whole />
        </span>
      )}
    </Notice>
  )
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

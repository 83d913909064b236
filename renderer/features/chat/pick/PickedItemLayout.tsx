import type { ReactNode } from 'react'
import type { ServerId } from '../../../../shared/domain/ids'
import { endPick, useNavigation } from '../../../state/navigation'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { DialogFoot } from '../../../ui/DialogFoot'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { ServerQuote } from '../../../ui/ServerQuote'
import type { Attempt } from '../../../widgets/useAsyncAction'
import { QueuedRequestStatus } from '../../../widgets/calls/QueuedCallStatus'
import { QuestionDuringRequest } from '../QuestionDuringRequest'

export interface PickedItemLayoutProps {
  readonly serverId: ServerId
  /** The picked tool or prompt. */
  readonly picked: { readonly description?: string }
  readonly title: string
  /** The text of the button. */
  readonly act: string
  readonly onAct: () => void
  /** What the button does. */
  readonly note: ReactNode
  readonly attempt: Attempt
  /** Its arguments. */
  readonly children: ReactNode
}

/** The frame for an item that a person picked from a server: the server's description, the arguments, and any error. */
export function PickedItemLayout({ serverId, picked, title, act, onAct, note, attempt, children }: PickedItemLayoutProps) {
  const asked = useNavigation((screen) => screen.questionId !== undefined)
  return (
    <Dialog
      title={title}
      onClose={endPick}
      aside={asked}
      end={
        <bdi translate="no" className="text-text-2">
          {serverId}
        </bdi>
      }
      foot={
        <DialogFoot onCancel={endPick} note={note}>
          <Button size="action" look="ink" busy={attempt.busy} onClick={onAct}>
            {act}
          </Button>
        </DialogFoot>
      }
    >
      {picked.description !== undefined && (
        <LabelledRow className="border-b border-line">
          <ServerQuote by={serverId} text={picked.description} cutAt={2000} />
        </LabelledRow>
      )}
      <LabelledRow>
        {children}
        {attempt.busy && <QuestionDuringRequest servers={[serverId]} />}
        {attempt.busy && <QueuedRequestStatus serverId={serverId} />}
        {attempt.failed && (
          <div className="pt-3">
            <ErrorNotice error={attempt.failed} role="alert" />
          </div>
        )}
      </LabelledRow>
    </Dialog>
  )
}

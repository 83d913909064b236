import type { DataFlowFinding } from '../../../../../shared/domain/dataFlow'
import { serversIn } from '../../../../../shared/domain/describeDataFlow'
import type { AppError } from '../../../../../shared/errors/appError'
import { MessageText } from '../../../../i18n/MessageText'
import { t } from '../../../../i18n/t'
import { ErrorNotice } from '../../../../widgets/ErrorNotice'
import { LabelledRow } from '../../../../widgets/LabelledRow'

export interface AppMeetingRowProps {
  /** Private data and text from outside that have met in the conversation of the app. */
  readonly meeting: DataFlowFinding | null | undefined
  /** Why it is not known. */
  readonly error: AppError | null
}

/** In a question about what an app may reach: that this would be a way out for private data. */
export function AppMeetingRow({ meeting, error }: AppMeetingRowProps) {
  if (error) {
    return (
      <LabelledRow label={t('apps.question.meeting')}>
        <ErrorNotice error={error} role="alert" />
      </LabelledRow>
    )
  }
  if (!meeting) return null
  const params = { privateData: serversIn(meeting.privateData), outsideText: serversIn(meeting.outsideText) }
  return (
    <LabelledRow label={t('apps.question.meeting')} toSee={t('apps.question.meeting')}>
      <p className="rounded-2 border border-danger-line bg-danger-soft px-3 py-2 text-danger-text">
        <MessageText message={{ id: 'apps.question.meeting.text', params }} />
      </p>
    </LabelledRow>
  )
}

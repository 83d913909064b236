import type { CallId } from '../../../shared/domain/ids'
import { t } from '../../i18n/t'
import type { AppFacts } from '../../state/appFacts'
import { formatTime } from '../../ui/format/formatTime'
import { SelectField, type SelectOption } from '../../ui/form/SelectField'

const ALL = 'all'

export interface TrafficAppSelectProps {
  readonly apps: readonly AppFacts[]
  readonly app: AppFacts | undefined
  readonly onChoose: (callId: CallId | undefined) => void
}

/** Chooses between all messages of a server and those of one of its apps. An app is known by the tool that showed it, and when. */
export function TrafficAppSelect({ apps, app, onChoose }: TrafficAppSelectProps) {
  const options: readonly SelectOption<string>[] = [
    { value: ALL, label: t('traffic.app.all') },
    ...apps.map(({ callId, tool, calledAt }) => ({ value: callId, label: t('traffic.app.of', { tool }), note: formatTime(calledAt) })),
  ]
  return (
    <SelectField
      label={t('traffic.app.choose')}
      height="small"
      className="max-w-64"
      options={options}
      value={app?.callId ?? ALL}
      onValue={(value) => onChoose(apps.find(({ callId }) => callId === value)?.callId)}
    />
  )
}

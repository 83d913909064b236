import type { Call } from '../../../../shared/domain/chat'
import { t, translator } from '../../../i18n/t'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'
import { Data } from './lines/Line'

export interface AppPlaceholderProps {
  readonly call: Call
  /** How high the app was, in CSS pixels: what stands below it does not move when it comes or goes. */
  readonly height: number
}

/** Stands in the place of an app that is not open: what it shows, and of when. */
export function AppPlaceholder({ call: { tool, title, startedAt }, height }: AppPlaceholderProps) {
  return (
    <div
      className="grid place-content-center justify-items-center gap-1 overflow-hidden text-center border-b border-line bg-sunk px-4"
      style={{ height: `${height}px` }}
    >
      <Data>{tool}</Data>
      {title !== undefined && <ServerQuoteLine text={title} />}
      <span className="text-12 text-text-2">
        {t('apps.placeholder', { at: translator().date(startedAt, { dateStyle: 'medium', timeStyle: 'short' }) })}
      </span>
    </div>
  )
}

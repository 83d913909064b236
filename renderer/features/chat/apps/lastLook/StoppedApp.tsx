import type { ReactNode } from 'react'
import type { Call } from '../../../../../shared/domain/chat'
import type { ConversationId } from '../../../../../shared/domain/ids'
import { t, translator } from '../../../../i18n/t'
import { useHostQuery } from '../../../../rpc/useHostQuery'
import { AppPlaceholder } from '../AppPlaceholder'
import { LastPicture } from './LastPicture'

export interface StoppedAppProps {
  readonly call: Call
  readonly conversationId: ConversationId
  /** How high its place is. Undefined: the person gave its place up. */
  readonly height: number | undefined
  /** Why it has ended. Undefined: nobody has started it. */
  readonly reason: string | undefined
  /** What the person can do. */
  readonly verbs: ReactNode
}

/** An app that is not open: how it looked last where that is kept, else what its place is for, and why it is not there. */
export function StoppedApp({ call, conversationId, height, reason, verbs }: StoppedAppProps) {
  const { data: picture, isPending } = useHostQuery('apps.picture', { conversationId, callId: call.id }, { enabled: height !== undefined })
  const of = picture && height !== undefined ? t('apps.picture.of', { at: dateOf(picture.takenAt) }) : undefined
  const ended = reason !== undefined
  return (
    <>
      {height !== undefined &&
        (picture ? (
          <LastPicture picture={picture} server={call.serverId} at={dateOf(picture.takenAt)} height={height} />
        ) : isPending ? (
          <div className="border-b border-line bg-sunk" style={{ height: `${height}px` }} />
        ) : (
          <AppPlaceholder call={call} height={height} />
        ))}
      <div className="flex flex-wrap items-center gap-2 py-1.5 ps-[0.6875rem] pe-2">
        <p role="status" className="grow basis-60">
          <b className="font-title">{ended ? t('apps.ended') : (of ?? t('apps.notRunning'))}</b>{' '}
          <span className="block text-12 text-text-2">{ended ? [reason, of].filter(Boolean).join(' ') : t('apps.afterRestart')}</span>
        </p>
        {verbs}
      </div>
    </>
  )
}

const dateOf = (time: number): string => translator().date(time, { dateStyle: 'medium', timeStyle: 'short' })

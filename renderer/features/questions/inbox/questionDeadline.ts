import type { Era } from '../../../../shared/domain/connectionState'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../i18n/t'
import { formatWhen } from '../../../ui/format/formatTime'

const SOON_MS = 3_600_000

interface Consequence {
  /** "its call waits, until tomorrow 14:02" */
  readonly words: string
  /** Whether the question ends within the hour. */
  readonly soon: boolean
}

/** Pure: says what happens while a question has no answer, and when it ends by itself. */
export function questionDeadline(question: Question, era: Era | undefined, now: number): Consequence {
  const { asker, expires } = question
  const waits = describeWait(question, era)
  // The end of these questions loses nothing, because Parley offers the same again.
  if (asker.callIds.length === 0 && !serverWaits(question)) return { words: waits, soon: false }
  const left = expires - now
  if (left < SOON_MS) return { words: t('inbox.expires', { minutes: Math.max(1, Math.ceil(left / 60_000)) }), soon: true }
  return { words: t('inbox.until', { what: waits, when: formatWhen(expires, now) }), soon: false }
}

function describeWait({ details, asker }: Question, era: Era | undefined): string {
  if (details.kind === 'start' || details.kind === 'changed') return t('inbox.off')
  if (asker.callIds.length === 0) {
    if (details.kind === 'signIn') return t('inbox.signedOut')
    if (details.kind === 'folders') return t('inbox.without')
    return t('inbox.serverWaits')
  }
  if (asker.callIds.length > 1) return t('inbox.callsWait', { count: asker.callIds.length })
  // In the 2026 era, the answer is a new call with the server's request state, which is on disk.
  if (era === '2026' && isAskedByServer(details.kind)) return t('inbox.survives')
  return t('inbox.callWaits')
}

/** Whether the server itself waits for the answer outside a call. What Parley offers keeps no one waiting. */
function serverWaits({ details }: Question): boolean {
  return isAskedByServer(details.kind) && details.kind !== 'folders'
}

function isAskedByServer(kind: Question['details']['kind']): boolean {
  return kind === 'form' || kind === 'page' || kind === 'sampling' || kind === 'samplingReview' || kind === 'folders'
}

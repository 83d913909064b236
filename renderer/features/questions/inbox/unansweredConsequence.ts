import type { Era } from '../../../../shared/domain/connection'
import type { Question } from '../../../../shared/domain/question'
import { t } from '../../../messages/t'
import { formatWhen } from '../../../ui/format/relativeTime'

const SOON_MS = 3_600_000

interface Consequence {
  /** "its call waits, until tomorrow 14:02" */
  readonly words: string
  /** It ends within the hour. */
  readonly soon: boolean
}

/** Pure: what happens as long as a question is not answered, and when it ends by itself. */
export function unansweredConsequence(question: Question, era: Era | undefined, now: number): Consequence {
  const { asker, expires } = question
  const waits = describeWait(question, era)
  // Nothing is lost with these: the same is offered again.
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
  // A call of this age is answered by calling again with what it gave back, which is on disk.
  if (era === '2026' && isAskedByServer(details.kind)) return t('inbox.survives')
  return t('inbox.callWaits')
}

/** A server that asks out of the blue waits for the answer itself; what Parley offers waits for nobody. */
function serverWaits({ details }: Question): boolean {
  return isAskedByServer(details.kind) && details.kind !== 'folders'
}

function isAskedByServer(kind: Question['details']['kind']): boolean {
  return kind === 'form' || kind === 'page' || kind === 'sampling' || kind === 'samplingReview' || kind === 'folders'
}

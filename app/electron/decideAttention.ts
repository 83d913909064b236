import type { QuestionId } from '../../shared/domain/ids'

/** What the desktop does about open questions. */
export interface Attention {
  /** The number on Parley's icon. Zero removes it. */
  readonly badge: number
  /** `attract`: flash or bounce once. `calm`: stop that. `keep`: as it is. */
  readonly window: 'attract' | 'calm' | 'keep'
}

/**
 * Pure: decides what marks the open questions. Only a question that is new attracts, and only a person who is elsewhere. What waited when
 * Parley started (`before` is undefined then) is only counted.
 */
export function decideAttention(state: {
  readonly before: ReadonlySet<QuestionId> | undefined
  readonly open: readonly QuestionId[]
  /** Whether a window of Parley has the focus. */
  readonly focused: boolean
}): Attention {
  const { before, open, focused } = state
  const arrived = before !== undefined && open.some((id) => !before.has(id))
  const badge = open.length
  if (badge === 0) return { badge, window: 'calm' }
  return { badge, window: arrived && !focused ? 'attract' : 'keep' }
}

import type { Part } from '../chat'
import type { QueuedId } from '../ids'

/** The largest number of messages that wait in one conversation. */
export const MOST_QUEUED = 20

/** The largest size in bytes of what waits in one conversation, with all attachments. Files are kept apart and do not count. */
export const MOST_QUEUED_BYTES = 5_000_000

/** A message that waits until the turn that runs has ended, as the screen needs it: without what its attachments contain. */
export interface QueuedMessage {
  readonly id: QueuedId
  readonly text: string
  readonly attached: readonly (Omit<Extract<Part, { kind: 'attachment' }>, 'content'> | Extract<Part, { kind: 'file' }>)[]
  /** It goes into the turn that runs, before the next request to the model. */
  readonly steers?: true
}

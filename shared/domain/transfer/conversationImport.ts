import type { ImportId } from '../ids'

/** Where a file of conversations comes from. */
export type ImportSource = 'chatgpt' | 'claude' | 'parley'

/** Why something in a file was not imported. */
export const skipReasons = [
  'alreadyImported',
  'empty',
  'tooManyMessages',
  'tooLarge',
  'tooDeep',
  'notJson',
  'unknownForm',
  'newerFormat',
  'unreadableEntry',
] as const
export type SkipReason = (typeof skipReasons)[number]

/** Why reading a file ended before its end, or that there was nothing in it. What was imported until then stays. */
export const importEndings = ['cancelled', 'unknownFile', 'noConversations', 'tooMuch', 'damaged', 'outOfMemory'] as const
export type EarlyEnding = (typeof importEndings)[number]

/** What was left out for one reason. */
export interface Skipped {
  readonly reason: SkipReason
  readonly count: number
  /** The titles of the first ones, or names of files in the archive, as far as they have some. */
  readonly titles: readonly string[]
}

/** What an import did so far. */
export interface ImportProgress {
  /** How much of the file is read, and its size, in bytes. */
  readonly read: number
  readonly bytes: number
  readonly conversations: number
  readonly messages: number
  readonly skipped: readonly Skipped[]
  readonly ended: boolean
  /** Set when it ended before the end of the file, and when nothing was in it. */
  readonly early?: EarlyEnding
}

/** An earlier import of which conversations are still there. */
export interface ImportSummary {
  readonly id: ImportId
  readonly at: number
  /** The name of the file. */
  readonly file: string
  readonly conversations: number
}

/** That a conversation was imported: from what, and when. */
export interface ImportOrigin {
  readonly source: ImportSource
  readonly at: number
}

import * as z from 'zod'

const KB = 1024
const MB = 1024 * KB
const SECOND = 1000
const MINUTE = 60 * SECOND

/** Every limit, with its unit in its name. Users may set them under `limits` in `settings.json`. */
export const defaultLimits = {
  /** One message from a server; a longer line is skipped to its newline. */
  messageBytes: 16 * MB,
  /** The most that a user may raise `messageBytes` to for one server. */
  messageBytesCeiling: 256 * MB,
  listPages: 256,
  listItems: 10_000,
  listBytes: 64 * MB,
  listMs: 60 * SECOND,
  toolsToModel: 128,
  stderrBytesKept: MB,
  stderrBytesShown: 64 * KB,
  resultBytesToModel: 256 * KB,
  resultBytesToScreen: 256 * KB,
  schemaBytes: 256 * KB,
  schemaDepth: 64,
  schemaParts: 10_000,
  schemaCheckMs: 100,
  connectMs: 30 * SECOND,
  /** After so long without a word from a server it is asked whether it is there, and has this long to answer. */
  pingMs: 60 * SECOND,
  pingAnswerMs: 15 * SECOND,
  callQuietMs: 10 * MINUTE,
  callTotalMs: 60 * MINUTE,
  /** How long a 2025 server is asked to keep a task and its result, and how long Parley waits for any task in all. */
  taskTtlMs: 24 * 60 * MINUTE,
  taskTotalMs: 24 * 60 * MINUTE,
  /** What a server may say about how often its tasks are looked at, and how often that is where it says nothing. */
  taskPollLeastMs: 250,
  taskPollMostMs: 5 * MINUTE,
  taskPollMs: 2 * SECOND,
  keychainMs: 60 * SECOND,
  questionMs: 24 * 60 * MINUTE,
  /** What the open questions of one server may hold together: the screen holds all of it, and gets it again as a person types. */
  openQuestionBytesPerServer: 8 * MB,
  /** How often one server may ask for information, or to visit a page, within a minute. */
  elicitationsPerMinute: 60,
  /** How often one server may ask for the user's model within a minute, and how often for one call. */
  samplingPerMinute: 20,
  samplingPerCall: 10,
  stepsPerTurn: 25,
  callsAtOncePerServer: 16,
  roundsPerCall: 10,
  /** What a server may have handed back to it with the answers to its questions. */
  requestStateBytes: 64 * KB,
  restartsBeforeCrashLoop: 5,
  crashLoopMs: 2 * MINUTE,
  framesKept: 5_000,
  frameBytesKept: 64 * KB,
  frameBytesPerServer: 64 * MB,
  descriptionBytes: 8 * KB,
  /** Log messages of one server: kept in all, bytes of one, and how many a second before they are dropped and counted. */
  logEntriesKept: 5_000,
  logEntryBytes: 16 * KB,
  logEntriesPerSecond: 500,
  resourcesFollowedPerServer: 200,
  /** What was read and is still fresh, for one server. */
  resourceBytesCached: 32 * MB,
  completionMs: 10 * SECOND,
} as const

export type Limits = { readonly [Name in keyof typeof defaultLimits]: number }

/** The longest time that a timer can wait: a longer one would ring at once. */
const LONGEST_MS = 2 ** 31 - 1

function largest(name: string): number {
  if (name.endsWith('Ms')) return LONGEST_MS
  return name.startsWith('messageBytes') ? defaultLimits.messageBytesCeiling : Number.MAX_SAFE_INTEGER
}

/** What `settings.json` may say about limits: any of them, as positive whole numbers. */
export const LimitSettings = z
  .object(
    Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, z.int().positive().max(largest(name))])) as {
      [Name in keyof typeof defaultLimits]: z.ZodInt
    },
  )
  .partial()
export type LimitSettings = z.infer<typeof LimitSettings>

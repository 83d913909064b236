import * as z from 'zod'

const KB = 1024
const MB = 1024 * KB
const SECOND = 1000
const MINUTE = 60 * SECOND

/** Every limit, with its unit in its name. Users can change them under `limits` in `settings.json`. */
export const defaultLimits = {
  /** One message from a server. Parley skips a longer line up to its newline. */
  messageBytes: 16 * MB,
  /** The upper bound for a user's `messageBytes`. */
  messageBytesCeiling: 256 * MB,
  /** The objects, arrays and members in one message. Parley skips a message with more, like one with too many bytes. */
  messageValues: 200_000,
  listPages: 256,
  listItems: 10_000,
  listBytes: 64 * MB,
  listMs: 60 * SECOND,
  /** How long a server that has listed its tools is waited for with its prompts, resources and skills before it is shown as ready. */
  listGraceMs: 3 * SECOND,
  /** With more tools, a model gets a search among them, or a small one the first of them. */
  toolsListed: 40,
  toolsToModel: 128,
  stderrBytesKept: MB,
  stderrBytesShown: 64 * KB,
  /** Of a result with a longer text, a model gets the beginning and reads on as it needs. In UTF-16 code units. */
  resultCharactersToModel: 32_000,
  resultBytesToModel: 256 * KB,
  resultBytesToScreen: 256 * KB,
  schemaBytes: 256 * KB,
  schemaDepth: 64,
  schemaParts: 10_000,
  schemaCheckMs: 100,
  connectMs: 30 * SECOND,
  /** The same where npx, uvx, docker or the like may install the server first. */
  installMs: 5 * MINUTE,
  /** After `pingMs` without a message from a server, Parley pings it. The server has `pingAnswerMs` to answer. */
  pingMs: 60 * SECOND,
  pingAnswerMs: 15 * SECOND,
  callQuietMs: 10 * MINUTE,
  callTotalMs: 60 * MINUTE,
  /** How long Parley asks a 2025 server to keep a task and its result, and how long Parley waits for any task in total. */
  taskTtlMs: 24 * 60 * MINUTE,
  taskTotalMs: 24 * 60 * MINUTE,
  /** The bounds for a server's wish how often Parley polls its tasks, and the interval without such a wish. */
  taskPollLeastMs: 250,
  taskPollMostMs: 5 * MINUTE,
  taskPollMs: 2 * SECOND,
  keychainMs: 60 * SECOND,
  questionMs: 24 * 60 * MINUTE,
  /** The total size of the open questions of one server. The screen keeps all of them, and gets them again while a person types. */
  openQuestionBytesPerServer: 8 * MB,
  /** How often one server may ask for information, or for a visit of a page, in one minute. */
  elicitationsPerMinute: 60,
  /** How often one server may ask for the user's model in one minute, and how often for one call. */
  samplingPerMinute: 20,
  samplingPerCall: 10,
  stepsPerTurn: 25,
  callsAtOncePerServer: 16,
  roundsPerCall: 10,
  /** The size of the state that a server gets back with the answers to its questions. */
  requestStateBytes: 64 * KB,
  restartsBeforeCrashLoop: 5,
  crashLoopMs: 2 * MINUTE,
  messageRecordsKept: 5_000,
  messageRecordBytesKept: 64 * KB,
  messageRecordBytesPerServer: 64 * MB,
  descriptionBytes: 8 * KB,
  /** A title, or a name that is only shown. What a name calls is refused when it is longer, not cut. */
  titleBytes: KB,
  /** Log messages of one server: how many are kept, the size of one, and how many per second. Parley drops and counts any more. */
  logEntriesKept: 5_000,
  logEntryBytes: 16 * KB,
  logEntriesPerSecond: 500,
  resourcesFollowedPerServer: 200,
  /** Resource contents that are still fresh, for one server. */
  resourceBytesCached: 32 * MB,
  /** What a 2026 server said of itself and listed, kept on disk for the next connection. A server with more is asked each time. */
  knownDiscoveryBytes: MB,
  completionMs: 10 * SECOND,
  /** An attached file: its bytes, and of a picture its pixels. */
  fileBytes: 32 * MB,
  filePixels: 40_000_000,
  /** The text that is taken out of an attached file: its size, the pages that are read for it, the time for that, and what is unpacked. */
  fileTextBytes: MB,
  filePages: 1_000,
  fileReadMs: 30 * SECOND,
  fileUnpackedBytes: 64 * MB,
  /** What one request to a model may carry of attached files as they are, in bytes. What does not fit is named to the model. */
  fileBytesToModel: 20 * MB,
  /** One answer of a model endpoint, after decompression: its bytes, the bytes of one line, and its lines. An event has two or three. */
  modelAnswerBytes: 64 * MB,
  modelLineBytes: 16 * MB,
  modelAnswerLines: 1_000_000,
} as const

export type Limits = { readonly [Name in keyof typeof defaultLimits]: number }

/** The longest time that a timer can wait. A longer timer fires at once. */
const LONGEST_MS = 2 ** 31 - 1

function largest(name: string): number {
  if (name.endsWith('Ms')) return LONGEST_MS
  return name.startsWith('messageBytes') ? defaultLimits.messageBytesCeiling : Number.MAX_SAFE_INTEGER
}

/** The limits in `settings.json`: any subset of them, as positive whole numbers. */
export const LimitSettings = z
  .object(
    Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, z.int().positive().max(largest(name))])) as {
      [Name in keyof typeof defaultLimits]: z.ZodInt
    },
  )
  .partial()
export type LimitSettings = z.infer<typeof LimitSettings>

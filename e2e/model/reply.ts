import type { Gate } from './gate.ts'

/** One tool call that the scripted model makes. A string in `arguments` is sent unchanged, so it may be invalid JSON; a list comes piece by piece. */
export interface ScriptedCall {
  readonly server: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>> | string | readonly (string | Gate)[]
}

/** Tokens of a request, as the scripted model counts them. */
export interface ScriptedUse {
  readonly input: number
  readonly cached?: number
  readonly output: number
}

/** How the scripted model answers one request. */
export type Reply =
  | {
      readonly kind: 'say'
      readonly chunks: readonly (string | Gate)[]
      readonly calls: readonly ScriptedCall[]
      readonly end: 'done' | 'length' | 'brokenOff'
      /** What the model says it counted. Absent: a token each. */
      readonly used?: ScriptedUse
    }
  | { readonly kind: 'callByName'; readonly name: string; readonly arguments: string }
  | { readonly kind: 'refuse'; readonly status: number; readonly message: string; readonly retryAfter?: number }
  | { readonly kind: 'neverAnswer' }

/** Text in chunks. The model waits at each gate until the test opens it. */
export const say = (...chunks: readonly (string | Gate)[]): Extract<Reply, { kind: 'say' }> => ({
  kind: 'say',
  chunks,
  calls: [],
  end: 'done',
})

/** One or more tool calls in one step. */
export const callTools = (...calls: readonly ScriptedCall[]): Reply => ({ kind: 'say', chunks: [], calls, end: 'done' })

/** A tool call under a name that the model was never given. */
export const callUnknownTool = (name: string): Reply => ({ kind: 'callByName', name, arguments: '{}' })

/** A call of a tool of Parley's own. */
export const callOwnTool = (name: string, args: Readonly<Record<string, unknown>>): Reply => ({
  kind: 'callByName',
  name,
  arguments: JSON.stringify(args),
})

/** Text that stops in the middle because the connection breaks. */
export const breakOffAfter = (...chunks: readonly (string | Gate)[]): Reply => ({ kind: 'say', chunks, calls: [], end: 'brokenOff' })

/** An HTTP error, as providers send it. */
export const refuse = (status: 400 | 401 | 429 | 500 | 529, message: string): Extract<Reply, { kind: 'refuse' }> => ({
  kind: 'refuse',
  status,
  message,
})

/** Accepts the request and sends nothing until the client disconnects. */
export const neverAnswer: Reply = { kind: 'neverAnswer' }

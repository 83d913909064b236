import * as z from 'zod'
import type { Call, CallState } from '../../shared/domain/chat'
import { CallId, PartId, ServerId } from '../../shared/domain/ids'
import { errorCodes, type AppErrorData, type ErrorReason } from '../../shared/errors/appError'
import errors from '../../shared/i18n/en/errors.json'
import { fileLabel } from '../../shared/files/fileLabel'
import { isMessage } from '../../shared/i18n/message'
import { JsonObject, JsonValue } from '../../shared/lib/jsonSchema'
import { fileNotice, unreadableNotice } from './fileNotice'
import { LATEST_MS } from './foreignValues'
import type { ImportedPart } from './importedConversation'

const name = z.string().max(1_000)
const moment = z.number().gt(0).lt(LATEST_MS).transform(Math.round)
const annotations = z
  .object({
    audience: z.array(z.enum(['user', 'assistant'])).exactOptional(),
    priority: z.number().exactOptional(),
    lastModified: z.string().exactOptional(),
  })
  .exactOptional()
const media = { data: z.string(), mimeType: z.string(), annotations }
const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), annotations }),
  z.object({ type: z.literal('image'), ...media }),
  z.object({ type: z.literal('audio'), ...media }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.string().exactOptional(),
    description: z.string().exactOptional(),
    mimeType: z.string().exactOptional(),
    size: z.number().exactOptional(),
    annotations,
  }),
  z.object({
    type: z.literal('resource'),
    uri: z.string(),
    mimeType: z.string().exactOptional(),
    text: z.string().exactOptional(),
    blob: z.string().exactOptional(),
    annotations,
  }),
  z.object({ type: z.literal('unknown'), kind: z.string(), json: JsonValue }),
])

/** Why a structured result fits its schema or not is a message of Parley's: it is not taken from a file. */
const Result = z.object({
  content: z.array(ContentBlock),
  structuredContent: JsonValue.exactOptional(),
  structured: z.enum(['matches', 'doesNotMatch', 'missing', 'unverifiable', 'noSchema']),
  isError: z.boolean(),
  bytes: z.number().min(0),
  cut: z.literal(true).exactOptional(),
})

/** Without `remedy`: a button that does nothing here. */
const Failure = z.object({
  code: z.enum(errorCodes).catch('INTERNAL'),
  message: z.string(),
  reason: name.exactOptional(),
  params: z.record(z.string(), z.unknown()).exactOptional(),
  said: z.string().exactOptional(),
})

const Attachment = z.object({
  kind: z.literal('attachment'),
  source: z.enum(['resource', 'skill', 'prompt', 'app']),
  serverId: ServerId,
  uri: z.string().exactOptional(),
  name: z.string(),
  content: z.array(ContentBlock),
  bytes: z.number().min(0),
  cut: z.literal(true).exactOptional(),
})

const ForeignFile = z.object({ kind: z.literal('file'), file: z.object({ name: z.string() }) })

const states = ['queued', 'waitingApproval', 'running', 'waitingAnswer', 'done', 'failed', 'denied', 'stopped', 'cutOff'] as const

const ForeignCall = z.object({
  serverId: ServerId,
  tool: name,
  title: name.exactOptional(),
  startedBy: z.enum(['model', 'person']),
  asked: JsonObject,
  askedText: z.string().exactOptional(),
  approved: JsonObject.exactOptional(),
  state: z.enum(states),
  startedAt: moment,
  endedAt: moment.exactOptional(),
  result: Result.exactOptional(),
  error: Failure.exactOptional(),
})

const ForeignPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string(), startedAt: moment.exactOptional(), endedAt: moment.exactOptional() }),
  z.object({ kind: z.literal('call'), modelCallId: name, modelToolName: name, step: z.int().min(0).exactOptional(), call: ForeignCall }),
  Attachment,
  z.object({
    kind: z.literal('steering'),
    text: z.string(),
    attached: z.array(z.discriminatedUnion('kind', [Attachment.extend({ id: PartId }), ForeignFile])),
  }),
  ForeignFile,
  z.object({ kind: z.literal('notice'), error: Failure }),
])

/** Whoever writes a call into the database gives it an id: one that a file has may be that of another call. */
const NO_CALL = CallId.parse('00000000-0000-0000-0000-000000000000')

/**
 * Pure: a part of a message as a file of Parley's own format has it. What a file cannot bring becomes a notice that says so: a file that was attached, and a
 * part of unknown form. A call is a record: it decides nothing here, so why it was allowed, its definition and its task are not taken over.
 */
export function readParleyPart(part: unknown): ImportedPart {
  const { data } = ForeignPart.safeParse(part)
  if (!data) return unreadableNotice()
  switch (data.kind) {
    case 'file':
      return fileNotice(data.file.name)
    case 'notice':
      return { kind: 'notice', error: failureOf(data.error) }
    case 'call':
      return { ...data, call: callOf(data.call) }
    case 'steering': {
      // A notice has no place in it: a file that was attached stands in its text.
      const files = data.attached.flatMap((attached) => (attached.kind === 'file' ? [`[${fileLabel(attached.file.name)}]`] : []))
      const attached = data.attached.flatMap((part) => (part.kind === 'file' ? [] : [part]))
      return { kind: 'steering', text: [data.text, ...files].join('\n'), attached }
    }
    default:
      return data
  }
}

function callOf({ state, error, ...call }: z.output<typeof ForeignCall>): Call {
  return {
    ...call,
    id: NO_CALL,
    // No definition has this one: the call is evidence for no rule.
    definitionHash: '',
    why: { by: 'pending', reason: { id: 'imports.why' } },
    state: endedState(state),
    ...(error && { error: failureOf(error) }),
  }
}

/** What went on when the file was written goes on nowhere. */
function endedState(state: CallState): CallState {
  return state === 'queued' || state === 'waitingApproval' || state === 'running' || state === 'waitingAnswer' ? 'cutOff' : state
}

/** An error whose reason or params are not Parley's keeps its message, which is a text like any other. */
function failureOf({ code, message, said, reason, params }: z.output<typeof Failure>): AppErrorData {
  const fact = { id: `errors.${reason}`, ...(params && { params }) }
  return {
    code,
    message: message.slice(0, 2_000),
    ...(said !== undefined && { said }),
    ...(isErrorReason(reason) && isMessage(fact) && { reason, ...(fact.params && { params: fact.params }) }),
  }
}

function isErrorReason(reason: string | undefined): reason is ErrorReason {
  return reason !== undefined && Object.hasOwn(errors, `errors.${reason}`) && !reason.endsWith('.hint')
}

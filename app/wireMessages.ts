import * as z from 'zod'
import type { SocketToHost, WireCall } from '../shared/rpc/wire'

const Id = z.string().min(1).max(100)
const WireCallSchema = z.object({ id: Id, name: z.string().max(200), input: z.unknown().optional() })
const CancelSchema = z.object({ channel: z.literal('rpc:cancel'), id: Id })
const CallSchema = z.object({ channel: z.literal('rpc:call'), request: WireCallSchema })
const MessageSchema = z.discriminatedUnion('channel', [CallSchema, CancelSchema])

/** What a page sent as one ask, or undefined when it is none. Its input is parsed later, by the schema of the call. */
export function readWireCall(value: unknown): WireCall | undefined {
  const parsed = WireCallSchema.safeParse(value)
  return parsed.success ? { id: parsed.data.id, name: parsed.data.name, input: parsed.data.input } : undefined
}

/** The id of a call, or undefined when it is none. */
export function readCancel(value: unknown): string | undefined {
  const parsed = Id.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** One text message of the browser shell's socket, or undefined when it is not one of ours. */
export function readSocketMessage(text: string): SocketToHost | undefined {
  const parsed = MessageSchema.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  if (parsed.data.channel === 'rpc:cancel') return parsed.data
  const { id, name, input } = parsed.data.request
  return { channel: 'rpc:call', request: { id, name, input } }
}

function parseJson(text: string): unknown {
  try {
    // `__proto__` has no use in any input, and much misuse wherever objects are merged later.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

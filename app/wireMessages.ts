import * as z from 'zod'
import type { SocketToHost, WireCall } from '../shared/rpc/wire'

const Id = z.string().min(1).max(100)
const WireCallSchema = z.object({ id: Id, name: z.string().max(200), input: z.unknown().optional() })
const CancelSchema = z.object({ channel: z.literal('rpc:cancel'), id: Id })
const CallSchema = z.object({ channel: z.literal('rpc:call'), request: WireCallSchema })
const MessageSchema = z.discriminatedUnion('channel', [CallSchema, CancelSchema])

/** Parses one call from a page. Returns undefined if it is invalid. The schema of the call parses its input later. */
export function readWireCall(value: unknown): WireCall | undefined {
  const parsed = WireCallSchema.safeParse(value)
  return parsed.success ? { id: parsed.data.id, name: parsed.data.name, input: parsed.data.input } : undefined
}

/** Parses the id of a call. Returns undefined if it is invalid. */
export function readCancel(value: unknown): string | undefined {
  const parsed = Id.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** Parses one text message of the browser shell's socket. Returns undefined if it is invalid. */
export function readSocketMessage(text: string): SocketToHost | undefined {
  const parsed = MessageSchema.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  if (parsed.data.channel === 'rpc:cancel') return parsed.data
  const { id, name, input } = parsed.data.request
  return { channel: 'rpc:call', request: { id, name, input } }
}

function parseJson(text: string): unknown {
  try {
    // No input needs `__proto__`, and it is dangerous when objects are merged later.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

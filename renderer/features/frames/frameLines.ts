import type { Frame } from '../../../shared/domain/frame'
import { isRecord } from '../../../shared/lib/json'

/** A frame with what a person wants to know of it at a glance. */
export interface FrameLine {
  readonly frame: Frame
  readonly kind: 'request' | 'notification' | 'answer' | 'error' | 'unknown'
  /** "tools/call echo", "answer to tools/call echo". */
  readonly words: string
  /** The id that JSON-RPC gave it, as text; absent for notifications. */
  readonly messageId?: string
  /** Of a request its method; of an answer that of what it answers, where that is known. */
  readonly method?: string
  /** Of an answer: what it answers, and how long that took. */
  readonly request?: Frame
  readonly ms?: number
}

export type FrameFilter = 'all' | 'calls' | 'asked' | 'errors'

/** Pure: frames with their meaning, answers joined to what they answer. Oldest first, as they came. */
export function frameLines(frames: readonly Frame[]): readonly FrameLine[] {
  const open = new Map<string, { readonly frame: Frame; readonly words: string; readonly method: string }>()
  return frames.map((frame) => {
    const { method, id, subject, failed } = look(frame.json)
    const messageId = id === undefined ? {} : { messageId: id }
    if (method !== undefined) {
      const words = subject === undefined ? method : `${method} ${subject}`
      if (id === undefined) return { frame, kind: 'notification', words, method }
      open.set(`${frame.connectionId} ${frame.direction} ${id}`, { frame, words, method })
      return { frame, kind: 'request', words, method, ...messageId }
    }
    if (id === undefined) return { frame, kind: 'unknown', words: failed ? 'error' : 'not a message' }
    const asked = open.get(`${frame.connectionId} ${frame.direction === 'sent' ? 'received' : 'sent'} ${id}`)
    return {
      frame,
      kind: failed ? 'error' : 'answer',
      words: `${failed ? 'error' : 'answer'} to ${asked?.words ?? 'an earlier frame'}`,
      ...messageId,
      ...(asked && { method: asked.method, request: asked.frame, ms: frame.at - asked.frame.at }),
    }
  })
}

/** Pure: those that a person looks for. */
export function findFrames(lines: readonly FrameLine[], filter: FrameFilter, search: string): readonly FrameLine[] {
  const wanted = search.trim().toLowerCase()
  return lines.filter(
    (line) =>
      isOf(line, filter) &&
      (wanted === '' ||
        line.words.toLowerCase().includes(wanted) ||
        line.messageId === wanted ||
        line.frame.json.toLowerCase().includes(wanted)),
  )
}

function isOf(line: FrameLine, filter: FrameFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'calls':
      return line.method === 'tools/call'
    case 'asked':
      return (
        line.kind !== 'notification' &&
        (line.request ? line.request.direction === 'received' : line.kind === 'request' && line.frame.direction === 'received')
      )
    case 'errors':
      return line.kind === 'error'
  }
}

interface Looked {
  readonly method?: string
  readonly id?: string
  /** The tool, prompt or address that it is about. */
  readonly subject?: string
  readonly failed: boolean
}

function look(json: string): Looked {
  const message = parsed(json)
  // A long frame was cut and is no longer JSON: what stands at its beginning says what it is.
  if (!message) return lookAtText(json.slice(0, 2000))
  const { method, id, params, error } = message
  const subject = isRecord(params) ? (params['name'] ?? params['uri']) : undefined
  return {
    failed: error !== undefined,
    ...(typeof method === 'string' && { method }),
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    ...(typeof subject === 'string' && { subject }),
  }
}

function lookAtText(text: string): Looked {
  const method = /"method":\s*"([^"\\]+)"/.exec(text)?.[1]
  const id = /^\{(?:"jsonrpc":\s*"2\.0",\s*)?(?:"method":\s*"[^"\\]+",\s*)?"id":\s*(?:"([^"\\]+)"|(\d+))/.exec(text)
  const found = id?.[1] ?? id?.[2]
  return { failed: text.includes('"error":'), ...(method !== undefined && { method }), ...(found !== undefined && { id: found }) }
}

function parsed(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : undefined
  } catch {
    // Cut, and looked at as text.
    return undefined
  }
}

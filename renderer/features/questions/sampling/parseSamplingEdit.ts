import type { SamplingEdit } from '../../../../shared/domain/sampling'
import { isRecord, type JsonObject } from '../../../../shared/lib/json'

export type ParsedSamplingEdit = { readonly ok: true; readonly value: SamplingEdit } | { readonly ok: false; readonly error: string }

const KEYS = ['systemPrompt', 'messages', 'tools', 'toolChoice', 'temperature', 'stopSequences']

/** Pure: a request that a person edited as JSON, or what is wrong with it in words for them. The host checks it again. */
export function parseSamplingEdit(json: string): ParsedSamplingEdit {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (thrown) {
    return { ok: false, error: `Not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
  const error = problemOf(value)
  if (error !== undefined) return { ok: false, error }
  return isEdit(value) ? { ok: true, value } : { ok: false, error: 'Not a request' }
}

function isEdit(value: unknown): value is SamplingEdit {
  return problemOf(value) === undefined
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'Needs an object'
  const strange = Object.keys(value).find((key) => !KEYS.includes(key))
  if (strange !== undefined) return `“${strange}” is not part of a request`
  const { systemPrompt, messages, tools, toolChoice, temperature, stopSequences } = value
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return '“systemPrompt” needs a text'
  if (!Array.isArray(messages) || messages.length === 0) return '“messages” needs a list'
  const message = messages.findIndex((each) => !isMessage(each))
  if (message >= 0) return `Message ${message + 1} needs a role, and content of known types`
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool))) return 'Each tool needs a name and an inputSchema'
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'required' && toolChoice !== 'none')
    return '“toolChoice” is auto, required or none'
  if (temperature !== undefined && typeof temperature !== 'number') return '“temperature” needs a number'
  if (stopSequences !== undefined && !(Array.isArray(stopSequences) && stopSequences.every((each) => typeof each === 'string')))
    return '“stopSequences” needs a list of texts'
  return undefined
}

function isMessage(value: unknown): boolean {
  if (!isRecord(value) || (value['role'] !== 'user' && value['role'] !== 'assistant')) return false
  const content: unknown = value['content']
  return Array.isArray(content) && content.length > 0 && content.every(isBlock)
}

function isBlock(value: unknown): boolean {
  if (!isRecord(value)) return false
  const isText = (key: string): boolean => typeof value[key] === 'string'
  switch (value['type']) {
    case 'text':
      return isText('text')
    case 'image':
    case 'audio':
      return isText('data') && isText('mimeType')
    case 'tool_use':
      return isText('id') && isText('name') && isRecord(value['input'])
    case 'tool_result':
      return isText('toolUseId') && Array.isArray(value['content'])
    default:
      return false
  }
}

function isTool(value: unknown): value is JsonObject {
  return isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '' && isRecord(value['inputSchema'])
}

import type { SamplingEdit } from '../../../../shared/domain/sampling'
import { isRecord, type JsonObject } from '../../../../shared/lib/json'
import type { Message } from '../../../../shared/i18n/message'

export type ParsedSamplingEdit = { readonly ok: true; readonly value: SamplingEdit } | { readonly ok: false; readonly error: Message }

const KEYS = ['systemPrompt', 'messages', 'tools', 'toolChoice', 'temperature', 'stopSequences']

/** Pure: parses a request that a person edited as JSON, or says what is wrong with it. The host checks it again. */
export function parseSamplingEdit(json: string): ParsedSamplingEdit {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (thrown) {
    return {
      ok: false,
      error: { id: 'sampling.edit.notJson', params: { said: thrown instanceof Error ? thrown.message : String(thrown) } },
    }
  }
  const error = problemOf(value)
  if (error !== undefined) return { ok: false, error }
  return isEdit(value) ? { ok: true, value } : { ok: false, error: { id: 'sampling.edit.noRequest' } }
}

function isEdit(value: unknown): value is SamplingEdit {
  return problemOf(value) === undefined
}

function problemOf(value: unknown): Message | undefined {
  if (!isRecord(value)) return { id: 'sampling.edit.noObject' }
  const strange = Object.keys(value).find((key) => !KEYS.includes(key))
  if (strange !== undefined) return { id: 'sampling.edit.strange', params: { key: strange } }
  const { systemPrompt, messages, tools, toolChoice, temperature, stopSequences } = value
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return { id: 'sampling.edit.systemPrompt' }
  if (!Array.isArray(messages) || messages.length === 0) return { id: 'sampling.edit.messages' }
  const message = messages.findIndex((each) => !isMessage(each))
  if (message >= 0) return { id: 'sampling.edit.message', params: { number: message + 1 } }
  if (tools !== undefined && !(Array.isArray(tools) && tools.every(isTool))) return { id: 'sampling.edit.tools' }
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'required' && toolChoice !== 'none')
    return { id: 'sampling.edit.toolChoice' }
  if (temperature !== undefined && typeof temperature !== 'number') return { id: 'sampling.edit.temperature' }
  if (stopSequences !== undefined && !(Array.isArray(stopSequences) && stopSequences.every((each) => typeof each === 'string')))
    return { id: 'sampling.edit.stopSequences' }
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

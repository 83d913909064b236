import { isRecord } from '../../shared/lib/json'
import type { Translator } from '../../shared/i18n/translator'
import { escapeForTerminal } from './escapeForTerminal'

/**
 * Pure: formats content for a person. Content that is not text is shown by its kind and size. Structured content without other content is
 * shown as JSON.
 */
export function formatContentBlocks(
  { content, structured }: { readonly content: unknown; readonly structured?: unknown },
  translator: Translator,
): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : content === undefined ? [] : [content]
  if (blocks.length === 0 && structured !== undefined) return escapeForTerminal(JSON.stringify(structured, null, 2))
  return blocks.map((block) => escapeForTerminal(blockText(block, translator))).join('\n')
}

function blockText(block: unknown, translator: Translator): string {
  if (!isRecord(block)) return JSON.stringify(block)
  if (typeof block['text'] === 'string') return block['text']
  if (isRecord(block['resource'])) return blockText(block['resource'], translator)
  const data = block['data'] ?? block['blob']
  if (typeof data === 'string')
    return translator.t('cli.content', {
      kind: word(block['type'], 'data'),
      type: word(block['mimeType'], translator.t('cli.content.unknownType')),
      bytes: String(Math.floor((data.length * 3) / 4)),
    })
  if (typeof block['uri'] === 'string') return block['uri']
  return JSON.stringify(block)
}

function word(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

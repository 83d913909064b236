import type { Call } from '../../shared/domain/chat'
import type { ContentBlock } from '../../shared/domain/toolResult'
import type { AttachedFile } from '../../shared/files/attachedFile'
import { sizeText } from '../../shared/i18n/sizeText'
import type { Translator } from '../../shared/i18n/translator'
import { errorSentence } from '../../shared/i18n/errorText'

/** Pure: the arguments of a call as indented JSON: those that ran, or were to. */
export function argumentsText({ approved, askedText, asked }: Call): string {
  return approved === undefined && askedText !== undefined ? askedText : JSON.stringify(approved ?? asked, undefined, 2)
}

/** Pure: the text of a call's result or of its failure. Empty while there is none. */
export function resultText({ result, error }: Call, translator: Translator): string {
  if (!result) return error ? errorSentence(translator, error) : ''
  const text = contentText(result.content, translator)
  return result.cut ? `${text}\n${translator.t('exports.file.cut')}` : text
}

/** Pure: names an attached file, with its size. */
export function attachedText({ name, bytes }: Pick<AttachedFile, 'name' | 'bytes'>, translator: Translator): string {
  return translator.t('exports.file.attached', { name, size: sizeText(translator, bytes) })
}

/** Pure: the text of content from a server. What is no text is named. */
export function contentText(content: readonly ContentBlock[], { t }: Translator): string {
  return content.map((block) => blockText(block, t)).join('\n')
}

function blockText(block: ContentBlock, t: Translator['t']): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return t('exports.file.media', { type: block.mimeType })
    case 'resource_link':
      return `${block.name} ${block.uri}`
    case 'resource':
      return block.text ?? t('exports.file.media', { type: block.mimeType ?? block.uri })
    case 'unknown':
      return JSON.stringify(block.json)
  }
}

import type { ChatMessage, Part } from '../../shared/domain/chat'
import type { ContentBlock } from '../../shared/domain/toolResult'
import { errorSentence } from '../../shared/i18n/errorText'
import { sizeText } from '../../shared/i18n/sizeText'
import type { Translator } from '../../shared/i18n/translator'
import { callHeading } from './callHeading'
import { escapeHtml } from './escapeHtml'
import type { ExportedConversation } from './exportedConversation'
import { markdownHtml, type MarkdownHtmlOptions } from './markdownHtml'
import { contentOf, dataUrl, hasPicture, PagePictures, pictureBytes, type FileContents, type PagePicture } from './pagePictures'
import { pageHead } from './pageStyle'
import { argumentsText, attachedText, contentText, resultText } from './resultText'
import { summariesBelow, type PlacedSummary } from './summariesBelow'
import { authorOf } from './writeMarkdown'

export interface WriteHtmlOptions {
  readonly translator: Translator
  /** Absent: attached pictures are only named. */
  readonly files?: FileContents | undefined
}

/** What all parts of one page share. */
interface Page extends Pick<MarkdownHtmlOptions, 'nextNumber'> {
  readonly translator: Translator
  readonly pictures: PagePictures
}

/**
 * Writes a conversation as a page that stands alone, light or dark as its reader has it, with Markdown as the app draws it. What somebody
 * wrote can only become the elements of `finishHtml`, and pictures by their bytes. Each piece is some milliseconds of work.
 */
export async function* writeHtml(conversation: ExportedConversation, { translator, files }: WriteHtmlOptions): AsyncGenerator<string> {
  const { title, created, messages } = conversation
  const { lang, direction, t } = translator
  const shownTitle = escapeHtml(title === '' ? t('exports.file.untitled') : title)
  const hasPictures = yield* hasPicture(
    messages.flatMap(({ parts }) => parts),
    files,
  )
  yield `<!doctype html>
<html lang="${lang}" dir="${direction}">
${pageHead(shownTitle, hasPictures)}
<body>
<main>
<h1 dir="auto">${shownTitle}</h1>
<p class="quiet">${escapeHtml(t('exports.file.begun', { at: created }))}</p>
`
  let last = 0
  const page: Page = { translator, pictures: new PagePictures(files), nextNumber: () => ++last }
  const summaries = summariesBelow(conversation, translator)
  for (const message of messages) {
    yield* messageHtml(message, page)
    const summary = summaries.get(message.id)
    if (summary) yield* summaryHtml(summary, page)
  }
  yield '</main>\n</body>\n</html>\n'
}

async function* messageHtml(message: ChatMessage, page: Page): AsyncGenerator<string> {
  yield `<article class="${message.role}">\n<h2 class="who">${escapeHtml(authorOf(message, page.translator))}</h2>\n`
  for (const part of message.parts) yield* partHtml(part, message.role, page)
  yield '</article>\n'
}

function* summaryHtml({ heading, note, text, isUsed }: PlacedSummary, page: Page): Generator<string> {
  const [opening, closing] = isUsed
    ? [`<section class="standsFor">\n<h2 class="who">${escapeHtml(heading)}</h2>`, '</section>']
    : [`<details>\n<summary>${escapeHtml(heading)}</summary>`, '</details>']
  yield `${opening}\n<p class="quiet">${escapeHtml(note)}</p>\n`
  yield* markdownHtml(text, page)
  yield `${closing}\n`
}

async function* partHtml(part: Part, role: ChatMessage['role'], page: Page): AsyncGenerator<string> {
  const { translator } = page
  const { t } = translator
  switch (part.kind) {
    case 'text':
      yield* markdownHtml(part.text, { ...page, keepsBreaks: role === 'user' })
      break
    case 'reasoning':
      yield `<details>\n<summary>${escapeHtml(t('exports.file.reasoning'))}</summary>\n`
      yield* markdownHtml(part.text, page)
      yield '</details>\n'
      break
    case 'call':
      yield folded(callHeading(part.call, translator), [argumentsText(part.call), resultText(part.call, translator)])
      yield* picturesHtml(contentOf(part), part.call.tool, page)
      break
    case 'attachment':
      yield folded(t('exports.file.attachment', { name: part.name, server: part.serverId }), [contentText(part.content, translator)])
      yield* picturesHtml(part.content, part.name, page)
      break
    case 'steering':
      yield `<h3 class="who">${escapeHtml(t('exports.file.you'))}</h3>\n`
      yield* markdownHtml(part.text, { ...page, keepsBreaks: true })
      for (const each of part.attached) yield* partHtml(each, 'user', page)
      break
    case 'file': {
      const picture = await page.pictures.ofFile(part.file)
      if (picture) yield* figure(picture, part.file.name, part.file.name)
      else yield `<p class="quiet">${escapeHtml(attachedText(part.file, translator))}</p>\n`
      break
    }
    case 'notice':
      yield `<p class="quiet">${escapeHtml(errorSentence(translator, part.error))}</p>\n`
      break
  }
}

/** Pictures of a server stand below its fold, because they are what was asked for. */
function* picturesHtml(content: readonly ContentBlock[], name: string, { pictures, translator }: Page): Generator<string> {
  const { t } = translator
  for (const block of content) {
    const picture = pictures.ofBlock(block)
    const bytes = pictureBytes(block)
    if (picture) yield* figure(picture, t('exports.file.pictureIn', { name }))
    else if (bytes !== undefined) {
      const type = 'mimeType' in block ? (block.mimeType ?? '') : ''
      yield `<p class="quiet">${escapeHtml(t('exports.file.pictureLeftOut', { type, size: sizeText(translator, bytes) }))}</p>\n`
    }
  }
}

function* figure(picture: PagePicture, alt: string, caption?: string): Generator<string> {
  yield `<figure><img alt="${escapeHtml(alt)}" src="`
  yield* dataUrl(picture)
  yield `">${caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`}</figure>\n`
}

function folded(heading: string, texts: readonly string[]): string {
  const blocks = texts.filter((text) => text !== '').map((text) => `<pre dir="auto">${escapeHtml(text)}</pre>`)
  return `<details>\n<summary>${escapeHtml(heading)}</summary>\n${blocks.join('\n')}\n</details>\n`
}

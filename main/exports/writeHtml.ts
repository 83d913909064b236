import { createHash } from 'node:crypto'
import type { ChatMessage, Part } from '../../shared/domain/chat'
import { errorSentence } from '../../shared/i18n/errorText'
import type { Translator } from '../../shared/i18n/translator'
import { callHeading } from './callHeading'
import type { ExportedConversation } from './exportedConversation'
import { argumentsText, contentText, resultText } from './resultText'
import { authorOf } from './writeMarkdown'

const style = `:root{color-scheme:light dark;--line:#8884;--quiet:#777}
body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.4rem;line-height:1.3}h2{font-size:.85rem;margin:0 0 .4rem;color:var(--quiet)}
article{border-top:1px solid var(--line);padding:1.1rem 0}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.quiet{color:var(--quiet);font-size:.85rem}
details{border:1px solid var(--line);border-radius:8px;padding:.4rem .75rem;margin:.6rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
pre{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:.6rem 0}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing is loaded and nothing runs: only this one style counts. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

/** Pure: a conversation as a page that stands alone, light or dark as its reader has it. Everything that somebody wrote is text in it. */
export function* writeHtml({ title, created, messages }: ExportedConversation, translator: Translator): Generator<string> {
  const { lang, direction, t } = translator
  const shownTitle = escapeHtml(title === '' ? t('exports.file.untitled') : title)
  yield `<!doctype html>
<html lang="${lang}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shownTitle}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1 dir="auto">${shownTitle}</h1>
<p class="quiet">${escapeHtml(t('exports.file.begun', { at: created }))}</p>
`
  for (const message of messages) yield messageHtml(message, translator)
  yield '</main>\n</body>\n</html>\n'
}

function messageHtml(message: ChatMessage, translator: Translator): string {
  const parts = message.parts.map((part) => partHtml(part, translator)).join('\n')
  return `<article>\n<h2>${escapeHtml(authorOf(message, translator))}</h2>\n${parts}\n</article>\n`
}

function partHtml(part: Part, translator: Translator): string {
  const { t } = translator
  switch (part.kind) {
    case 'text':
      return `<div class="text" dir="auto">${escapeHtml(part.text)}</div>`
    case 'reasoning':
      return folded(t('exports.file.reasoning'), [part.text])
    case 'call':
      return folded(callHeading(part.call, translator), [argumentsText(part.call), resultText(part.call, translator)])
    case 'attachment':
      return folded(t('exports.file.attachment', { name: part.name, server: part.serverId }), [contentText(part.content, translator)])
    case 'steering':
      return [
        `<h3>${escapeHtml(t('exports.file.you'))}</h3>`,
        `<div class="text" dir="auto">${escapeHtml(part.text)}</div>`,
        ...part.attached.map((each) => partHtml(each, translator)),
      ].join('\n')
    case 'file':
      return `<p class="quiet">${escapeHtml(t('exports.file.attached', { name: part.file.name }))}</p>`
    case 'notice':
      return `<p class="quiet">${escapeHtml(errorSentence(translator, part.error))}</p>`
  }
}

function folded(heading: string, texts: readonly string[]): string {
  const blocks = texts.filter((text) => text !== '').map((text) => `<pre dir="auto">${escapeHtml(text)}</pre>`)
  return `<details><summary>${escapeHtml(heading)}</summary>\n${blocks.join('\n')}\n</details>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

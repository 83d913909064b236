import type { ChatMessage, Part } from '../../shared/domain/chat'
import { errorSentence } from '../../shared/i18n/errorText'
import type { Translator } from '../../shared/i18n/translator'
import { callHeading } from './callHeading'
import type { ExportedConversation } from './exportedConversation'
import { argumentsText, attachedText, contentText, resultText } from './resultText'
import { summariesBelow } from './summariesBelow'

/** Pure: a conversation as Markdown with front matter (YAML). Texts stay as they were written; what servers wrote is in code blocks. */
export function* writeMarkdown(conversation: ExportedConversation, translator: Translator): Generator<string> {
  const { title, created, messages } = conversation
  const models = [...new Set(messages.flatMap(({ model }) => model ?? []))]
  const shownTitle = title === '' ? translator.t('exports.file.untitled') : title
  yield [
    '---',
    // A string of JSON is one of YAML too.
    `title: ${JSON.stringify(title)}`,
    `created: ${new Date(created).toISOString()}`,
    `models: ${JSON.stringify(models)}`,
    '---',
    '',
    `# ${oneLine(shownTitle)}`,
    '',
  ].join('\n')
  const summaries = summariesBelow(conversation, translator)
  for (const message of messages) {
    yield `\n${messageMarkdown(message, translator)}`
    const summary = summaries.get(message.id)
    if (summary) yield `\n${quoted(`**${oneLine(summary.heading)}**\n\n${oneLine(summary.note)}\n\n${summary.text}`)}\n`
  }
}

/** Pure: a message with a heading that says who wrote it. */
export function messageMarkdown(message: ChatMessage, translator: Translator): string {
  const parts = message.parts.map((part) => partMarkdown(part, translator)).filter((text) => text !== '')
  return [`## ${oneLine(authorOf(message, translator))}`, ...parts].join('\n\n') + '\n'
}

/** Pure: who wrote a message. */
export function authorOf({ role, model }: ChatMessage, { t }: Translator): string {
  return role === 'user' ? t('exports.file.you') : (model ?? 'Parley')
}

function partMarkdown(part: Part, translator: Translator): string {
  const { t } = translator
  switch (part.kind) {
    case 'text':
      return part.text
    case 'reasoning':
      return quoted(`${t('exports.file.reasoning')}\n${part.text}`)
    case 'call': {
      const heading = callHeading(part.call, translator)
      const result = resultText(part.call, translator)
      return [`**${oneLine(heading)}**`, fenced(argumentsText(part.call), 'json'), ...(result === '' ? [] : [fenced(result)])].join('\n\n')
    }
    case 'attachment':
      return [
        `**${oneLine(t('exports.file.attachment', { name: part.name, server: part.serverId }))}**`,
        fenced(contentText(part.content, translator)),
      ].join('\n\n')
    case 'steering':
      return [`**${oneLine(t('exports.file.you'))}**`, part.text, ...part.attached.map((each) => partMarkdown(each, translator))].join(
        '\n\n',
      )
    case 'file':
      return `**${oneLine(attachedText(part.file, translator))}**`
    case 'notice':
      return `> ${oneLine(errorSentence(translator, part.error))}`
  }
}

/** What Markdown is in a text stays in the quote. */
function quoted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

function fenced(text: string, language = ''): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

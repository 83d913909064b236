import { PartId } from '../../../shared/domain/ids'
import { english } from '../../../shared/i18n/translator'
import { input, many, table, texts, type WorkTable } from '../workTable'

const written = (size: number, line: (index: number) => object): string =>
  many(size, (index) => JSON.stringify(line(index)), 100).join('\n')
const pieces = (text: string, bytes: number): readonly Uint8Array[] => {
  const all = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_none, index) => all.subarray(index * bytes, (index + 1) * bytes))
}

/** What model servers on this computer say of themselves, answer and download. */
export const modelAnswers: readonly WorkTable[] = [
  table(
    'main/exports/finishHtml.ts',
    () => import('../../../main/exports/finishHtml'),
    ({ finishHtml }) => {
      const options = { translator: english, keepsBreaks: false, notes: new Map([['a', 1]]), prefix: 'note-1' }
      return {
        finishHtml: {
          ...texts((text) => finishHtml(text, options)),
          'links and marks': input(
            (size) => '<p>[^a] <a href="https://a.example">a</a> <sub>b</sub>\n'.repeat(size / 60),
            (html) => finishHtml(html, options),
          ),
        },
      }
    },
  ),
  table(
    'main/exports/escapeHtml.ts',
    () => import('../../../main/exports/escapeHtml'),
    ({ escapeHtml, markHidden, textAsWritten, unescapeHtml }) => ({
      escapeHtml: texts(escapeHtml),
      unescapeHtml: texts(unescapeHtml),
      markHidden: texts(markHidden),
      textAsWritten: texts((text) => [...textAsWritten(text)]),
    }),
  ),
  table(
    'main/context/estimatePart.ts',
    () => import('../../../main/context/estimatePart'),
    ({ estimatePart }) => ({
      estimatePart: texts((text) =>
        estimatePart({ id: PartId.parse('00000000-0000-4000-8000-000000000001'), kind: 'text', text }, () => undefined),
      ),
    }),
  ),
  table(
    'main/models/ollama/ollamaNdjsonSplitter.ts',
    () => import('../../../main/models/ollama/ollamaNdjsonSplitter'),
    ({ OllamaNdjsonSplitter }) => {
      const cut = (all: readonly Uint8Array[]): unknown => {
        const lines = new OllamaNdjsonSplitter()
        return [...all.map((piece) => lines.take(piece)), lines.end()]
      }
      return {
        OllamaNdjsonSplitter: {
          'one line in many pieces': input((size) => pieces('x'.repeat(size), 16), cut),
          'empty lines in one piece': input((size) => pieces('\n'.repeat(size), size), cut),
        },
      }
    },
  ),
  table(
    'main/models/ollama/ollamaStreamConverter.ts',
    () => import('../../../main/models/ollama/ollamaStreamConverter'),
    ({ OllamaStreamConverter }) => {
      const read = (text: string): unknown => {
        const answer = new OllamaStreamConverter('m', () => 'id')
        return text.split('\n').map((line) => answer.take(line))
      }
      const call = { function: { name: 'a', arguments: { b: 1 } } }
      return {
        OllamaStreamConverter: {
          ...texts((text) => read(JSON.stringify({ message: { content: text, thinking: text } }))),
          'words and thoughts in turn': input(
            (size) => written(size, (index) => ({ message: index % 2 === 0 ? { content: 'a' } : { thinking: 'b' } })),
            read,
          ),
          'many calls in one line': input((size) => JSON.stringify({ message: { tool_calls: many(size, () => call, 60) } }), read),
        },
      }
    },
  ),
  table(
    'main/models/ollama/pullProgress.ts',
    () => import('../../../main/models/ollama/pullProgress'),
    ({ PullProgress }) => ({
      PullProgress: {
        'many files': input(
          (size) => written(size, (index) => ({ status: 'pulling', digest: `sha256:${index}`, total: 10, completed: 5 })),
          (text) => {
            const progress = new PullProgress('m')
            for (const line of text.split('\n')) progress.take(line)
            return progress.bytes
          },
        ),
      },
    }),
  ),
  table(
    'main/models/local/lmStudioModels.ts',
    () => import('../../../main/models/local/lmStudioModels'),
    ({ lmStudioModels }) => ({
      lmStudioModels: {
        'many models': input((size) => ({ models: many(size, (index) => ({ type: 'llm', key: `m${index}` }), 30) }), lmStudioModels),
        'many instances of one': input(
          (size) => ({ models: [{ type: 'llm', key: 'm', loaded_instances: many(size, (index) => ({ id: `i${index}` }), 20) }] }),
          lmStudioModels,
        ),
      },
    }),
  ),
  table(
    'main/models/local/llamaCppModel.ts',
    () => import('../../../main/models/local/llamaCppModel'),
    ({ llamaCppModel }) => ({
      llamaCppModel: {
        'many fields': input(
          (size) => ({ default_generation_settings: { n_ctx: 1, ...Object.fromEntries(many(size, (index) => [`k${index}`, index])) } }),
          llamaCppModel,
        ),
      },
    }),
  ),
]

import type { WantedPart } from '../../../../shared/results/resultAnswers'
import { askDocument, type ShownDocument } from './shownDocument'

/** More than this goes into a file and not onto the clipboard, which takes it in one go. In UTF-16 units. */
const MOST_COPIED = 4_000_000

/** Reads something to be saved, part by part. Rejects as `askDocument` does. */
export async function collectToSave(shown: ShownDocument, part: WantedPart, type: string): Promise<Blob> {
  const texts: string[] = []
  for await (const text of partsOf(shown, part)) texts.push(text)
  return new Blob(texts, { type: `${type};charset=utf-8` })
}

/** Reads something to be copied. Undefined: it is too long for that. Rejects as `askDocument` does. */
export async function collectToCopy(shown: ShownDocument, part: WantedPart): Promise<string | undefined> {
  let all = ''
  for await (const text of partsOf(shown, part)) {
    all += text
    if (all.length > MOST_COPIED) return undefined
  }
  return all
}

async function* partsOf(shown: ShownDocument, part: WantedPart): AsyncGenerator<string> {
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const answer: Awaited<ReturnType<typeof askDocument<'part'>>> = await askDocument(shown, 'part', { part, offset })
    yield answer.text
    offset = answer.next
  }
}

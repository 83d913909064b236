import { parentPort } from 'node:worker_threads'
import type { ToolResult } from '../../../shared/domain/toolResult'
import { answerQuestion, type AskedDocument, type ResultQuestionName, type ResultQuestions } from '../../../shared/results/answerQuestion'
import { documentsOf, textOfBlock } from '../../../shared/results/documentsOf'
import type { OpenedResult } from '../../../shared/results/resultAnswers'
import type { ResultDocument } from '../../../shared/results/resultDocument'

/** A question about one text of the result. */
export type AskedAboutDocument = {
  readonly [N in ResultQuestionName]: { readonly id: number; readonly name: N; readonly ask: ResultQuestions[N]['ask'] & AskedDocument }
}[ResultQuestionName]

/** What the thread gets: a piece of the JSON of a result, the end of it, or a question. Questions come after the end. */
export type ResultMessage = { readonly piece: string } | { readonly id: number; readonly end: true } | AskedAboutDocument

/** What it says: the answer to a question has the type of that question. Undefined: there is no such document. */
export interface ResultReply {
  readonly id: number
  readonly answer: never
}

const pieces: string[] = []
let documents: readonly ResultDocument[] = []

parentPort?.on('message', (message: ResultMessage) => {
  if ('piece' in message) pieces.push(message.piece)
  else parentPort?.postMessage({ id: message.id, answer: 'end' in message ? open() : answer(message) })
})

function open(): OpenedResult {
  const result: ToolResult = JSON.parse(pieces.splice(0).join(''))
  const { documents: opened, repeated } = documentsOf(result)
  documents = opened
  return {
    documents: documents.map(({ facts }) => facts),
    ...(repeated !== undefined && { repeated }),
    others: result.content.filter((block) => textOfBlock(block) === undefined).length,
  }
}

function answer({ name, ask }: AskedAboutDocument): unknown {
  const document = documents.find(({ facts }) => facts.place === ask.place)
  return document && answerQuestion(name, document, ask)
}

import type { ResultDocument } from './resultDocument'
import type {
  DocumentPlace,
  FoundAnswer,
  FoundInTreeAnswer,
  PartAnswer,
  TableAnswer,
  TableArrangement,
  TextAnswer,
  TreeAnswer,
  WantedPart,
} from './resultAnswers'

/** A text of a result, of which something is asked. */
export interface AskedDocument {
  readonly place: DocumentPlace
}
interface SomeRows {
  readonly from: number
  readonly count: number
}

/** What can be asked about one text of a result, and what is answered: the calls `results.…` of the contract, for a result that is open. */
export interface ResultQuestions {
  readonly text: { ask: SomeRows & { readonly characters: number; readonly words: string }; answer: TextAnswer }
  readonly findText: {
    ask: { readonly characters: number; readonly words: string; readonly hit: number }
    answer: FoundAnswer
  }
  readonly table: { ask: SomeRows & { readonly arrangement: TableArrangement }; answer: TableAnswer }
  readonly tree: { ask: SomeRows & { readonly folds: readonly string[] }; answer: TreeAnswer }
  readonly findInTree: {
    ask: { readonly words: string; readonly hit: number; readonly folds: readonly string[] }
    answer: FoundInTreeAnswer
  }
  readonly path: { ask: { readonly id: string }; answer: string }
  readonly part: { ask: { readonly part: WantedPart; readonly offset: number }; answer: PartAnswer }
}
export type ResultQuestionName = keyof ResultQuestions

type Answerers = {
  readonly [N in ResultQuestionName]: (document: ResultDocument, ask: ResultQuestions[N]['ask']) => ResultQuestions[N]['answer']
}

const answerers: Answerers = {
  text: (document, { characters, words, from, count }) => document.text(characters, words, from, count),
  findText: (document, { characters, words, hit }) => document.findText(characters, words, hit),
  table: (document, { arrangement, from, count }) => document.table(arrangement, from, count),
  tree: (document, { folds, from, count }) => document.tree(folds, from, count),
  findInTree: (document, { words, hit, folds }) => document.findInTree(words, hit, folds),
  path: (document, { id }) => document.path(id) ?? '',
  part: (document, { part, offset }) => document.part(part, offset),
}

/** Pure: answers a question about a text. */
export function answerQuestion<N extends ResultQuestionName>(
  name: N,
  document: ResultDocument,
  ask: ResultQuestions[N]['ask'],
): ResultQuestions[N]['answer'] {
  return answerers[name](document, ask)
}

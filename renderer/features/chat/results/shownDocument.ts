import { skipToken, useQuery } from '@tanstack/react-query'
import type { CallId } from '../../../../shared/domain/ids'
import type { AppError } from '../../../../shared/errors/appError'
import { answerQuestion, type ResultQuestionName, type ResultQuestions } from '../../../../shared/results/answerQuestion'
import type { DocumentPlace, ResultDocumentFacts, TableArrangement } from '../../../../shared/results/resultAnswers'
import type { ResultDocument } from '../../../../shared/results/resultDocument'
import { trustHostValue } from '../../../../shared/rpc/trustHostValue'
import { callHost } from '../../../rpc/callHost'

/** One text of a result that is shown: it is here, or with the host if it is long. */
export interface ShownDocument {
  readonly callId: CallId
  readonly facts: ResultDocumentFacts
  readonly here?: ResultDocument
  /** Which of the blocks here begins with it. Absent: none, or several. */
  readonly block?: number
}

export interface DocumentAnswer<A> {
  /** Undefined until it is there. */
  readonly answer: A | undefined
  readonly error: AppError | null
}

type Ask<N extends ResultQuestionName> = ResultQuestions[N]['ask']

/** How long answers of the host are kept that nobody looks at. */
const KEPT_MS = 60_000

/**
 * Asks about a text that is shown. While another question is answered about the same rows, or about another place of
 * the same words, the old answer stays.
 * @param ask undefined: nothing is asked
 */
export function useDocumentAnswer<N extends ResultQuestionName>(
  { callId, facts: { place }, here }: ShownDocument,
  name: N,
  ask: Ask<N> | undefined,
): DocumentAnswer<ResultQuestions[N]['answer']> {
  const { data, error } = useQuery<unknown, AppError>({
    queryKey: ['results', callId, place, name, ask],
    queryFn: here || ask === undefined ? skipToken : ({ signal }) => remote[name]({ callId, place }, ask, signal),
    staleTime: Infinity,
    gcTime: KEPT_MS,
    structuralSharing: false,
    placeholderData: (previous: unknown, query: { readonly queryKey: readonly unknown[] } | undefined) =>
      subjectOf(query?.queryKey[4]) === subjectOf(ask) ? previous : undefined,
  })
  if (ask === undefined) return { answer: undefined, error: null }
  if (here) return { answer: answeredHere(here, name, ask), error: null }
  return { answer: data === undefined ? undefined : trustHostValue<ResultQuestions[N]['answer']>(data), error }
}

/**
 * Asks once, for what is copied or saved.
 * @throws {AppError} those of the calls
 */
export async function askDocument<N extends ResultQuestionName>(
  { callId, facts: { place }, here }: ShownDocument,
  name: N,
  ask: Ask<N>,
): Promise<ResultQuestions[N]['answer']> {
  return here ? answerQuestion(name, here, ask) : await remote[name]({ callId, place }, ask)
}

/** The first row that is asked for, if rows are, or the words that are looked for. */
function subjectOf(ask: unknown): unknown {
  if (typeof ask !== 'object' || ask === null) return undefined
  return 'from' in ask ? ask.from : 'words' in ask ? ask.words : undefined
}

interface OneDocument {
  readonly callId: CallId
  readonly place: DocumentPlace
}

type Remote = {
  readonly [N in ResultQuestionName]: (of: OneDocument, ask: Ask<N>, signal?: AbortSignal) => Promise<ResultQuestions[N]['answer']>
}

const remote: Remote = {
  text: (of, ask, signal) => callHost('results.text', { ...of, ...ask }, signal),
  findText: (of, ask, signal) => callHost('results.findText', { ...of, ...ask }, signal),
  table: (of, ask, signal) => callHost('results.table', { ...of, ...ask, arrangement: arrangementOf(ask.arrangement) }, signal),
  tree: (of, ask, signal) => callHost('results.tree', { ...of, ...ask, folds: [...ask.folds] }, signal),
  findInTree: (of, ask, signal) => callHost('results.findInTree', { ...of, ...ask, folds: [...ask.folds] }, signal),
  path: (of, ask, signal) => callHost('results.path', { ...of, ...ask }, signal),
  part: (of, ask, signal) => {
    const part = ask.part.kind === 'csv' ? { ...ask.part, arrangement: arrangementOf(ask.part.arrangement) } : ask.part
    return callHost('results.part', { ...of, ...ask, part }, signal)
  },
}

function arrangementOf({ language, ...rest }: TableArrangement) {
  return { ...rest, language: language === 'de' ? ('de' as const) : ('en' as const) }
}

/** More answers are not kept. A row on the screen asks for the rows around it, so the same question comes many times. */
const MOST_KEPT = 64
const kept = new WeakMap<ResultDocument, Map<string, unknown>>()

function answeredHere<N extends ResultQuestionName>(here: ResultDocument, name: N, ask: Ask<N>) {
  const answers = kept.get(here) ?? new Map<string, unknown>()
  kept.set(here, answers)
  const key = `${name} ${JSON.stringify(ask)}`
  if (answers.has(key)) return trustHostValue<ResultQuestions[N]['answer']>(answers.get(key))
  if (answers.size >= MOST_KEPT) answers.clear()
  const answer = answerQuestion(name, here, ask)
  answers.set(key, answer)
  return answer
}

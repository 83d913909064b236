import * as z from 'zod'
import { CallId } from '../domain/ids'
import type {
  FoundAnswer,
  FoundInTreeAnswer,
  OpenedResult,
  PartAnswer,
  TableAnswer,
  TextAnswer,
  TreeAnswer,
} from '../results/resultAnswers'
import { call } from './contractKinds'

const OneResult = z.object({ callId: CallId })
const OneDocument = OneResult.extend({ place: z.union([z.enum(['structured', 'texts']), z.int().min(0)]) })
const SomeRows = OneDocument.extend({ from: z.int().min(0), count: z.int().min(1).max(500) })
/** In characters. */
const RowLength = z.int().min(10).max(1_000)
const Words = z.string().max(500)
const Hit = z.int().min(0)
const Folds = z.array(z.string().max(60)).max(5_000)
const Id = z.string().max(60)
const Arrangement = z.object({
  order: z.object({ column: z.int().min(0), direction: z.enum(['ascending', 'descending']) }).optional(),
  filter: Words,
  language: z.enum(['en', 'de']),
})

/**
 * A result of which the screen has only the beginning, a few rows at a time. Each call says all that it depends on, so that two windows can look at
 * one result. `place` is one of its texts (`results.open`). Rows, columns, hits and offsets count from 0.
 */
export const resultsCalls = {
  /**
   * Opens all texts of a result. It stays in memory for some minutes; the calls below open it again if need be.
   * Result: what can be shown of each text. One that repeats the structured content stands for it.
   * Errors: NOT_FOUND (no such call, no result yet, or only its beginning was kept), MESSAGE_TOO_LARGE (it needs too much memory).
   */
  'results.open': call<OpenedResult>()(OneResult),
  /**
   * Reads rows of a text: its lines, and of those that are longer than `characters` the parts. Up to 999, a wide
   * character counts as two. `words` are marked in them.
   * Result: the rows, and how many there are.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.text': call<TextAnswer>()(SomeRows.extend({ characters: RowLength, words: Words })),
  /**
   * Finds words in a text, whatever their case and accents.
   * Result: how many places there are, up to 10,000, and the row of one of them.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.findText': call<FoundAnswer>()(OneDocument.extend({ characters: RowLength, words: Words, hit: Hit })),
  /**
   * Reads rows of a table, filtered and ordered.
   * Result: the rows, and how many the filter leaves.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.table': call<TableAnswer>()(SomeRows.extend({ arrangement: Arrangement })),
  /**
   * Reads rows of a tree. `folds` are the ids of what is folded the other way than at first.
   * Result: the rows, and how many are unfolded.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.tree': call<TreeAnswer>()(SomeRows.extend({ folds: Folds })),
  /**
   * Finds words in the keys and values of a tree, whatever their case and accents.
   * Result: how many values hold them, up to 10,000, one of these, its row, and the folds with which it is in sight.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.findInTree': call<FoundInTreeAnswer>()(OneDocument.extend({ words: Words, hit: Hit, folds: Folds })),
  /**
   * Says where a value of a tree is: `issues[0].title`.
   * Result: the path. Empty for the outermost value, and for one that is not there.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.path': call<string>()(OneDocument.extend({ id: Id })),
  /**
   * Reads something that is copied or saved, part by part: all of the text, a value of the tree with what is in it, or the rows of the table as comma separated values.
   * Result: a part, and where the next one begins.
   * Errors: NOT_FOUND, MESSAGE_TOO_LARGE.
   */
  'results.part': call<PartAnswer>()(
    OneDocument.extend({
      part: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text') }),
        z.object({ kind: z.literal('branch'), id: Id }),
        z.object({ kind: z.literal('csv'), arrangement: Arrangement }),
      ]),
      offset: z.int().min(0),
    }),
  ),
}

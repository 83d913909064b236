import { diffWords } from '../../../ui/textDiff'

/** Pure: the words of a text that are not in its edited form any more, in runs, in their order, with one space between words. */
export function findRemovedText(before: string, after: string): readonly string[] {
  return diffWords(before, after, 1)
    .filter(({ kind }) => kind === 'removed')
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((words) => words !== '')
}

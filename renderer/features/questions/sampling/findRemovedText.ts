import { diffWords } from '../../../ui/textDiff'

/** Pure: returns the words of a text that the edited text no longer contains. Consecutive words form one piece, with single spaces. */
export function findRemovedText(before: string, after: string): readonly string[] {
  return diffWords(before, after, 1)
    .filter(({ kind }) => kind === 'removed')
    .map(({ text }) => text.trim().replaceAll(/\s+/g, ' '))
    .filter((words) => words !== '')
}

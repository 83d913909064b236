import type { FormChoice } from '../domain/formField'

/**
 * Pure: for each choice its value, where its label does not say it: “Keep everything” may send `DELETE-ALL`. Undefined where both are the
 * same but for case and punctuation, unless another choice has the same label.
 */
export function shownChoiceValues(choices: readonly FormChoice[]): readonly (string | undefined)[] {
  const words = choices.map(({ label }) => wordsOf(label))
  const uses = new Map<string, number>()
  for (const each of words) uses.set(each, (uses.get(each) ?? 0) + 1)
  return choices.map(({ label, value }, at) => {
    if (label.trim() === '' || label === value) return undefined
    const said = words[at] ?? ''
    return uses.get(said) === 1 && said === wordsOf(value) ? undefined : value
  })
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim()
}

import type { FormContent } from '../../shared/domain/formField'
import type { FormDetails } from '../../shared/domain/question'
import { fieldsThatAskForSecret } from '../../shared/secrets/secretPatterns'

/** More of a text is not looked for. Its beginning is hidden where a server repeats it. */
const REMEMBERED_CHARACTERS = 4_096
const DIGITS = /^\d*$/

/**
 * Pure: what was typed into fields that ask for a secret themselves, and is to be hidden wherever the server says it back. Not
 * - words of the form, proposed or not: a server could have any word of its own hidden everywhere that way;
 * - digits alone: they also stand in times and sizes, and a number without its digits leaves no record that can be read;
 * - text fields beside a message that names a secret: nobody knows which of them it means.
 */
export function typedSecrets({ message, fields }: Pick<FormDetails, 'message' | 'fields'>, content: FormContent): readonly string[] {
  const keys = fieldsThatAskForSecret('', fields)
  const words = JSON.stringify([message, fields]).toLowerCase()
  return keys.flatMap((key) => {
    const value = content[key]
    if (typeof value !== 'string' || DIGITS.test(value)) return []
    const typed = value.slice(0, REMEMBERED_CHARACTERS)
    return words.includes(JSON.stringify(typed).slice(1, -1).toLowerCase()) ? [] : [typed]
  })
}

import type { EffectiveSettings } from '../../shared/domain/projects/effectiveSettings'
import { replaceUnsafe } from '../../shared/lib/unsafeCharacters'
import { fillVariables } from './fillVariables'

const SAID = {
  project: 'The person wrote these instructions for all conversations of this project:',
  conversation: 'The person wrote these instructions for this conversation:',
} as const

/**
 * Pure: the person's own instructions as paragraphs of the system prompt, those of the project first. None without any.
 * @param timeZone As IANA calls it.
 */
export function personInstructions({ instructions, folders }: EffectiveSettings, timeZone: string): readonly string[] {
  return instructions.map(({ from, text }) => {
    const filled = fillVariables(text, { timeZone, projectFolder: folders[0] })
    return `${SAID[from]}\n${replaceUnsafe(filled)}`
  })
}

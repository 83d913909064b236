import { NOTHING_SAID } from '../../../shared/domain/projects/effectiveSettings'
import { input, table, texts, type WorkTable } from '../workTable'

const values = { timeZone: 'UTC', projectFolder: '/taxes' }
const repeated = (words: string) => (size: number) => words.repeat(Math.ceil(size / words.length))

/** What a person wrote, or pasted, as instructions of a project or a conversation. */
export const instructionWords: readonly WorkTable[] = [
  table(
    'main/instructions/fillVariables.ts',
    () => import('../../../main/instructions/fillVariables'),
    ({ fillVariables, volatileNeeds }) => ({
      fillVariables: {
        ...texts((text) => fillVariables(text, values)),
        'braces without an end': input(repeated('{{ '), (text) => fillVariables(text, values)),
        'nothing but variables': input(repeated('{{date}}'), (text) => fillVariables(text, values)),
      },
      volatileNeeds: {
        ...texts((text) => volatileNeeds([text])),
        'braces without an end': input(repeated('{{a'), (text) => volatileNeeds([text])),
      },
    }),
  ),
  table(
    'main/instructions/personInstructions.ts',
    () => import('../../../main/instructions/personInstructions'),
    ({ personInstructions }) => ({
      personInstructions: texts((text) => personInstructions({ ...NOTHING_SAID, instructions: [{ from: 'project', text }] }, 'UTC')),
    }),
  ),
]

import { estimateTokens } from '../../../shared/context/estimateTokens'
import { MOST_FILLED, namesVariable, unknownVariables, variablesLeft } from '../../../shared/domain/projects/instructionVariables'
import { MOST_INSTRUCTIONS } from '../../../shared/domain/projects/project'
import { t, translator } from '../../i18n/t'
import { TextArea } from '../../ui/form/TextArea'
import { formatTokenCount } from '../../ui/format/formatTokenCount'
import { useSavedText } from './useSavedText'

export interface InstructionsFieldProps {
  readonly instructions: string
  /** What stands before them, of the project. */
  readonly before?: string | undefined
  /** Whether there is a folder of which they may speak. */
  readonly hasFolder: boolean
  /** Null: there are none. */
  readonly onSave: (instructions: string | null) => void
  readonly autoFocus?: boolean
}

/** The field for what a person tells the model in each request. It is saved while they type. */
export function InstructionsField({ instructions, before = '', hasFolder, onSave, autoFocus = false }: InstructionsFieldProps) {
  const { text, setText, flush } = useSavedText(instructions, (next) => onSave(next.trim() === '' ? null : next))
  const tokens = estimateTokens(before) + estimateTokens(text)
  return (
    <div className="grid gap-1">
      <TextArea
        aria-label={t('projects.instructions')}
        placeholder={t('projects.instructions.placeholder')}
        maxLength={MOST_INSTRUCTIONS}
        lines={3}
        autoFocus={autoFocus}
        value={text}
        onValue={setText}
        onBlur={flush}
      />
      <p className="text-12 text-text-3">
        {tokens > 0 &&
          t(before === '' ? 'projects.instructions.tokens' : 'projects.instructions.tokensTogether', {
            tokens: formatTokenCount(tokens),
          })}{' '}
        {t('projects.instructions.variables', variables)}
      </p>
      <p role="status" className="breakable text-12 text-text-2 empty:hidden">
        {remarks(text, hasFolder).join(' ')}
      </p>
    </div>
  )
}

/** What a person may not have meant: a name that is no variable, a folder that is not there, and an end that the field itself has set. */
function remarks(text: string, hasFolder: boolean): readonly string[] {
  const unknown = unknownVariables(text)
  const left = variablesLeft(text)
  return [
    ...(unknown.length > 0 ? [t('projects.instructions.unknown', { count: unknown.length, names: translator().list(unknown) })] : []),
    ...(!hasFolder && namesVariable(text, 'project_folder') ? [t('projects.instructions.noFolder', { folder: variables.folder })] : []),
    ...(left > 0 ? [t('projects.instructions.variablesLeft', { most: MOST_FILLED, count: left })] : []),
    ...(text.length >= MOST_INSTRUCTIONS ? [t('ui.longest', { most: MOST_INSTRUCTIONS })] : []),
  ]
}

/** What is replaced in instructions. A brace in a text of a catalogue would be one of its values. */
const variables = { date: '{{date}}', time: '{{time}}', timezone: '{{timezone}}', folder: '{{project_folder}}' }

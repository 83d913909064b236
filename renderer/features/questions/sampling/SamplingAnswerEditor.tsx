import { Plus, X } from 'lucide-react'
import type { SamplingTool } from '../../../../shared/domain/sampling'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { readArguments } from '../../../widgets/argumentFields'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { SafeName } from '../../../ui/SafeName'
import { TextArea } from '../../../ui/form/TextArea'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import type { BlockDraft } from './samplingAnswerDraft'

export interface SamplingAnswerEditorProps {
  readonly label: string
  readonly lines: number
  readonly blocks: readonly BlockDraft[]
  /** The tools of the request. Calls of other tools are not possible. */
  readonly tools: readonly SamplingTool[]
  /** Whether the person can add calls. They can when they answer in place of the model. */
  readonly mayAdd?: boolean
  readonly onBlocks: (blocks: readonly BlockDraft[]) => void
}

/** Shows an answer as the server would get it: its text, and each call with its arguments. All of it is editable. */
export function SamplingAnswerEditor({ label, lines, blocks, tools, mayAdd = true, onBlocks }: SamplingAnswerEditorProps) {
  const texts = blocks.filter(({ type }) => type === 'text').length
  const isAlone = blocks.length === 1
  return (
    <div className="grid gap-2">
      {blocks.map((block, index) =>
        block.type === 'text' ? (
          <TextArea
            key={index}
            lines={isAlone ? lines : 2}
            aria-label={texts === 1 ? label : t('sampling.part', { of: label, number: index + 1 })}
            className="text-14 leading-[1.4375rem]"
            value={block.text}
            onValue={(text) => onBlocks(blocks.with(index, { ...block, text }))}
          />
        ) : (
          <ToolUse
            key={index}
            block={block}
            isKnown={tools.some(({ name }) => name === block.name)}
            onJson={(json) => onBlocks(blocks.with(index, { ...block, json }))}
            onRemove={() => onBlocks(blocks.toSpliced(index, 1))}
          />
        ),
      )}
      {mayAdd && tools.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {tools.map(({ name }) => (
            <Button key={name} size="small" onClick={() => onBlocks([...blocks, newCall(name, blocks)])}>
              <Plus size={12} strokeWidth={1.75} aria-hidden="true" />
              {t('sampling.callTool', { tool: plainText(name) })}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function newCall(name: string, blocks: readonly BlockDraft[]): BlockDraft {
  const ids = new Set(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])))
  let number = ids.size + 1
  while (ids.has(`by-hand-${number}`)) number++
  return { type: 'tool_use', id: `by-hand-${number}`, name, json: '{}' }
}

interface ToolUseProps {
  readonly block: Extract<BlockDraft, { type: 'tool_use' }>
  readonly isKnown: boolean
  readonly onJson: (json: string) => void
  readonly onRemove: () => void
}

/** One call that the server would carry out. */
function ToolUse({ block, isKnown, onJson, onRemove }: ToolUseProps) {
  const read = readArguments(block.json)
  const problem = !isKnown ? t('sampling.unknownTool') : read.ok ? undefined : read.error
  return (
    <div role="group" aria-label={t('sampling.callOf', { tool: plainText(block.name) })} className="rounded-2 border border-line bg-sunk">
      <div className="flex h-8 items-center gap-1.5 pe-1 ps-2.5 text-12 text-text-2">
        <Text
          id="sampling.calls"
          components={{
            tool: (
              <code className="mono cut grow font-label text-text">
                <SafeName name={block.name} />
              </code>
            ),
          }}
        />
        <IconButton
          size="small"
          label={t('sampling.removeCall', { tool: plainText(block.name) })}
          icon={<X size={14} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <div className="px-2 pb-2">
        <TextArea
          mono
          lines={2}
          aria-label={t('sampling.argumentsOf', { tool: plainText(block.name) })}
          aria-invalid={!read.ok}
          value={block.json}
          onValue={onJson}
        />
        {problem !== undefined && (
          <p role="status" className="breakable pt-1 text-12 text-danger-text">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}

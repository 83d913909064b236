import type { Part } from '../../../../shared/domain/chat'
import { t } from '../../../i18n/t'
import { Markdown } from '../../../markdown/Markdown'
import { usePacedText } from '../../../markdown/pace/usePacedText'
import { formatDuration, formatElapsed } from '../../../ui/format/formatDuration'
import { useNow } from '../../../ui/hooks/useNow'
import { downloadContent } from '../files/downloadContent'
import { askToOpen } from '../../../state/linkToOpen'

export type ReasoningPart = Extract<Part, { kind: 'reasoning' }>

export interface ReasoningProps {
  /** What the model thought in one go. */
  readonly parts: readonly ReasoningPart[]
  /** The model may still be thinking. */
  readonly open: boolean
}

/** What the model thought, folded. It says how long it thinks, and then how long it thought; whether it is unfolded is the person's choice. */
export function Reasoning({ parts, open }: ReasoningProps) {
  const [first] = parts
  const last = parts.at(-1)
  const thinking = open && last?.endedAt === undefined
  const text = parts.map((part) => part.text).join('\n\n')
  const drawn = usePacedText(text, thinking)
  return (
    <details className="text-text-2">
      <summary className="text-12 text-text-3 tabular-nums">
        {thinking ? <Thinking since={first?.startedAt} /> : describeThought(parts)}
      </summary>
      <div className="border-s-2 border-line-strong pt-1 ps-3">
        <Markdown text={drawn} open={thinking || drawn.length < text.length} onLink={askToOpen} onDownload={downloadContent} />
      </div>
    </details>
  )
}

/** `Thinking · 8 s`. Screen readers would read each second of it. */
function Thinking({ since }: { readonly since: number | undefined }) {
  const now = useNow(since !== undefined)
  return (
    <span aria-live="off">
      {since === undefined ? t('chat.thinking') : t('chat.thinkingFor', { duration: formatElapsed(Math.max(0, now - since)) })}
    </span>
  )
}

/** An earlier Parley did not write down how long a model thought. */
function describeThought(parts: readonly ReasoningPart[]): string {
  const times = parts.flatMap(({ startedAt, endedAt }) => (startedAt !== undefined && endedAt !== undefined ? [endedAt - startedAt] : []))
  if (times.length === 0) return t('chat.thought')
  const ms = times.reduce((sum, time) => sum + Math.max(0, time), 0)
  return t('chat.thoughtFor', { duration: formatDuration(ms) })
}

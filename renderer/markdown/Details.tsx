import { useMemo, type ReactNode } from 'react'
import { t } from '../i18n/t'
import { SafeText } from '../ui/SafeText'
import { MarkdownScope, useMarkdownScope } from './markdownScope'
import { splitSummary } from '../../shared/markdown/splitSummary'

export interface DetailsProps {
  /** What stands between `<details>` and `</details>`. */
  readonly text: string
  readonly children: (text: string) => ReactNode
}

/** A part of a text that opens with a press on its summary. */
export function Details({ text, children }: DetailsProps) {
  const outer = useMarkdownScope()
  const scope = useMemo(() => ({ ...outer, depth: outer.depth + 1 }), [outer])
  const { summary, rest } = splitSummary(text)
  return (
    <details className="rounded-2 border border-line px-3 py-1.5">
      <summary className="breakable font-label">{summary ? <SafeText text={summary} /> : t('markdown.details')}</summary>
      <div className="prose pt-1.5">
        <MarkdownScope value={scope}>{children(rest)}</MarkdownScope>
      </div>
    </details>
  )
}

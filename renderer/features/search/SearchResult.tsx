import { ArrowLeftRight, FileText, MessageSquare, Wrench } from 'lucide-react'
import type { FoundKind, SearchHit } from '../../../shared/search/searchHit'
import { withoutMarkdownSigns, type Snippet } from '../../../shared/search/snippet'
import { t } from '../../i18n/t'
import { SafeText } from '../../ui/SafeText'
import { ServerQuoteLine } from '../../ui/ServerQuoteLine'
import { ProjectName } from '../../widgets/conversations/ProjectName'
import { formatWhen } from '../../ui/format/formatTime'

const icons = {
  title: MessageSquare,
  userMessage: MessageSquare,
  answer: MessageSquare,
  call: Wrench,
  result: ArrowLeftRight,
  attachment: FileText,
}

export interface SearchResultProps {
  readonly hit: SearchHit
  /** The name of the project of its conversation. Undefined in none. */
  readonly project?: string | undefined
  readonly now: number
}

/** One thing that was found: its conversation and the project of that, what it is and when, and the words around it. What a server wrote stands on its paper. */
export function SearchResult({ hit, project, now }: SearchResultProps) {
  const Icon = icons[hit.kind]
  return (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
      <span className="grid min-w-0 grow gap-0.5">
        <span className="flex items-baseline gap-2">
          <span translate="no" className="cut grow font-label">
            {hit.title === '' ? t('search.untitled') : <SafeText text={hit.title} />}
          </span>
          {project !== undefined && <ProjectName name={project} />}
          <span className="shrink-0 text-12 text-text-2">{t(`search.kind.${hit.kind}`)}</span>
          <span className="num w-26 shrink-0 text-end first-letter:uppercase text-12 whitespace-nowrap text-text-2">
            {formatWhen(hit.at, now)}
          </span>
        </span>
        <SnippetLine kind={hit.kind} hit={hit} />
      </span>
    </>
  )
}

function SnippetLine({ kind, hit: { snippet, serverId } }: { readonly kind: FoundKind; readonly hit: SearchHit }) {
  switch (kind) {
    case 'result':
    case 'attachment':
      return (
        <ServerQuoteLine text={snippet.text}>
          <MarkedText snippet={snippet} />
        </ServerQuoteLine>
      )
    case 'call':
      return (
        <span translate="no" className="cut text-12 text-text-2">
          {serverId !== undefined && <span className="me-2 font-label">{serverId}</span>}
          <span className="mono">
            <MarkedText snippet={snippet} />
          </span>
        </span>
      )
    case 'title':
      return <WrittenLine snippet={snippet} />
    case 'userMessage':
    case 'answer':
      return <WrittenLine snippet={withoutMarkdownSigns(snippet)} />
  }
}

function WrittenLine({ snippet }: { readonly snippet: Snippet }) {
  return (
    <span dir="auto" translate="no" className="cut text-13 text-text-2">
      <MarkedText snippet={snippet} />
    </span>
  )
}

function MarkedText({ snippet: { text, marks } }: { readonly snippet: Snippet }) {
  const ends = [0, ...marks.map(({ end }) => end)]
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          <SafeText text={text.slice(ends[index], start)} />
          <mark className="rounded-[2px] bg-accent-soft text-text shadow-[inset_0_-1.5px_var(--accent)]">
            <SafeText text={text.slice(start, end)} />
          </mark>
        </span>
      ))}
      <SafeText text={text.slice(ends.at(-1))} />
    </>
  )
}

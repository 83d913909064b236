import { CornerDownLeft } from 'lucide-react'
import { createContext, memo, use, useMemo, useRef, type ReactNode } from 'react'
import { t } from '../i18n/t'
import { IconButton } from '../ui/IconButton'
import { SafeText } from '../ui/SafeText'
import { useMarkdownScope } from './markdownScope'
import { useDrawnRange } from './slices/useDrawnRange'
import type { MarkdownBlock } from '../../shared/markdown/splitMarkdown'

interface Footnote {
  readonly label: string
  readonly text: string
}

interface FootnoteScopeValue {
  /** The number of each footnote, by label. */
  readonly numbers: ReadonlyMap<string, number>
  readonly open: (number: number, from: HTMLElement) => void
  readonly goBack: (number: number) => void
}

const Scope = createContext<FootnoteScopeValue>({ numbers: new Map(), open: () => undefined, goBack: () => undefined })

export interface FootnoteScopeProps {
  readonly footnotes: ReadonlyMap<string, string>
  /** A footnote at the end of the text that may still grow. */
  readonly last?: MarkdownBlock
  readonly children: (notes: readonly Footnote[]) => ReactNode
}

/** A text with its footnotes. Marks lead to them, and back, inside of this text only: no identifier of an element is needed. */
export function FootnoteScope({ footnotes, last, children }: FootnoteScopeProps) {
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef(new Map<number, HTMLElement>())
  const lastLabel = last?.label !== undefined && !footnotes.has(last.label) ? last.label : undefined
  const ways = useMemo(() => {
    const focus = (attribute: string, number: number): void => {
      box.current?.querySelector<HTMLElement>(`[${attribute}="${number}"]`)?.focus()
    }
    return {
      open: (number: number, from: HTMLElement): void => {
        cameFrom.current.set(number, from)
        focus('data-footnote', number)
      },
      goBack: (number: number): void => {
        const from = cameFrom.current.get(number)
        if (from?.isConnected === true) from.focus()
        else focus('data-footnote-mark', number)
      },
    }
  }, [])
  const scope = useMemo((): FootnoteScopeValue => {
    const labels = [...footnotes.keys(), ...(lastLabel === undefined ? [] : [lastLabel])]
    return { ...ways, numbers: new Map(labels.map((label, index) => [label, index + 1])) }
  }, [footnotes, lastLabel, ways])
  const notes = [...footnotes, ...(lastLabel === undefined ? [] : [[lastLabel, last?.text ?? ''] as const])]
  return (
    <Scope value={scope}>
      <div ref={box} translate="no" dir="auto" className="prose">
        {children(notes.map(([label, text]) => ({ label, text })))}
      </div>
    </Scope>
  )
}

/** The raised number of a footnote. Without a footnote for it, the mark is text. */
export function FootnoteMark({ label }: { readonly label: string }) {
  const { numbers, open } = use(Scope)
  const number = numbers.get(label)
  if (number === undefined) return <SafeText text={`[^${label}]`} />
  return (
    <sup>
      <button
        type="button"
        role="link"
        data-footnote-mark={number}
        aria-label={t('markdown.footnote', { number })}
        className="md-link px-0.5"
        onClick={({ currentTarget }) => open(number, currentTarget)}
      >
        {number}
      </button>
    </sup>
  )
}

export interface FootnotesProps {
  readonly notes: readonly Footnote[]
  /** Draws the text of a note. All are drawn again with another function. */
  readonly children: (text: string) => ReactNode
}

/** The button of each note, in the unit of `Measured`. */
const EACH = 10
const CHARACTERS_PER_UNIT = 25

/** The footnotes below a text. */
export function Footnotes({ notes, children }: FootnotesProps) {
  const { goBack } = use(Scope)
  const { isWhole, first } = useMarkdownScope()
  const { from, to } = useDrawnRange(
    notes.map(({ text }) => EACH + text.length / CHARACTERS_PER_UNIT),
    first === 'end' ? 'end' : 'beginning',
  )
  if (notes.length === 0) return null
  return (
    <section aria-label={t('markdown.footnotes')} className="border-t border-line pt-2 text-text-2">
      <ol className="footnotes">
        {notes.map(({ label, text }, index) =>
          index >= from && index < to ? (
            <Note key={label} number={index + 1} text={text} goBack={goBack}>
              {children}
            </Note>
          ) : (
            isWhole && <li key={label} data-undrawn className="h-6" />
          ),
        )}
      </ol>
    </section>
  )
}

interface NoteProps {
  readonly number: number
  readonly text: string
  readonly goBack: (number: number) => void
  readonly children: (text: string) => ReactNode
}

const Note = memo(function Note({ number, text, goBack, children }: NoteProps) {
  return (
    <li tabIndex={-1} data-footnote={number}>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">{children(text)}</div>
        <IconButton
          size="small"
          label={t('markdown.footnoteBack', { number })}
          icon={<CornerDownLeft size={13} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => goBack(number)}
        />
      </div>
    </li>
  )
})

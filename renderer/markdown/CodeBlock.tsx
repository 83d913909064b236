import { WrapText } from 'lucide-react'
import { memo, useEffect, useId, useState, type ReactNode } from 'react'
import { t } from '../i18n/t'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { DownloadButton } from '../ui/files/DownloadButton'
import { IconButton } from '../ui/IconButton'
import { classNames } from '../ui/classNames'
import { codeFileName } from './codeFileName'
import { highlightCode, languageOf, type CodeToken } from './highlightCode'
import { SafeText } from '../ui/SafeText'
import { splitVisibleText } from '../ui/visibleText'
import type { SaveContent } from './markdownScope'
import { textToCopy } from '../../shared/lib/textToCopy'
import { useWrapsCode } from './useWrapsCode'

const LINES_PER_CELL = 60
/** Code with more lines is folded to fewer, when it may be. */
const LINES_UNFOLDED = 40
/** Longer code has no colours, because colouring it would take too long. */
const LONGEST_COLOURED = 60_000

export interface CodeBlockProps {
  readonly code: string
  readonly language?: string
  /** True while the code is still being written. It gets its colours when it is complete. */
  readonly open?: boolean
  /** Replaces the language in the head: "Written by SERVER". */
  readonly heading?: ReactNode
  /** Wraps long lines, which prose without a language needs. */
  readonly wrap?: boolean
  /** Long code shows its beginning first. */
  readonly folds?: boolean
  /** Saves the code as a file. Absent: it cannot be saved. */
  readonly onDownload?: SaveContent | undefined
}

/** Code in a frame with its language and a copy button. The colours come later and move nothing. */
export const CodeBlock = memo(function CodeBlock({
  code,
  language,
  open = false,
  heading,
  wrap: isProse = false,
  folds = false,
  onDownload,
}: CodeBlockProps) {
  const lines = useColours(code, open ? undefined : language)
  const [wrapsCode, setWrapsCode] = useWrapsCode()
  const wrap = isProse || wrapsCode
  const [isUnfolded, setUnfolded] = useState(false)
  const preId = useId()
  const lineCount = folds ? countLines(code) : 0
  const isFolded = lineCount > LINES_UNFOLDED && !isUnfolded
  return (
    <figure className="overflow-hidden rounded-2 border border-line bg-sunk text-13">
      <figcaption className="flex h-7 items-center gap-2 border-b border-line ps-3 pe-1 text-12 text-text-3">
        <span className="cut flex flex-1 items-center gap-1.5">
          {heading ?? <bdi translate="no">{language ? <SafeText text={language} /> : 'text'}</bdi>}
        </span>
        {!isProse && (
          <IconButton
            size="small"
            label={t('markdown.wrap')}
            icon={<WrapText size={13} strokeWidth={1.75} aria-hidden="true" />}
            aria-pressed={wrapsCode}
            onClick={() => setWrapsCode(!wrapsCode)}
            {...(wrapsCode && { className: 'bg-hover text-text' })}
          />
        )}
        {onDownload && !open && <DownloadButton download={() => onDownload(codeFileName(language), code)} />}
        <CopyButton text={() => textToCopy(code)} />
      </figcaption>
      {/* Scrolls sideways, so it can take the focus. The arrow keys then reach all of it. */}
      <pre
        {...(lineCount > LINES_UNFOLDED && { id: preId })}
        tabIndex={0}
        dir="ltr"
        translate="no"
        role="group"
        aria-label={t('markdown.code')}
        data-language={language}
        className={classNames(
          'overflow-x-auto px-3 py-2 text-[0.78125rem] leading-5 outline-offset-[-2px]',
          wrap ? 'breakable whitespace-pre-wrap' : 'whitespace-pre',
          isFolded && 'max-h-[25.5rem] overflow-y-hidden',
        )}
      >
        {lines ? lines.map((line, index) => <ColouredLine key={index} line={line} />) : <PlainCells code={code} wrap={wrap} />}
      </pre>
      {lineCount > LINES_UNFOLDED && (
        <div className="border-t border-line px-1 py-0.5">
          <Button look="bare" size="small" aria-expanded={!isFolded} aria-controls={preId} onClick={() => setUnfolded(isFolded)}>
            {isFolded ? t('markdown.showAllLines', { count: lineCount }) : t('markdown.showFewerLines')}
          </Button>
        </div>
      )}
    </figure>
  )
})

function countLines(code: string): number {
  let count = 1
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) count += 1
  return count
}

/** Splits long code into cells, so that an added line causes the layout of one cell only. */
function PlainCells({ code, wrap }: { readonly code: string; readonly wrap: boolean }) {
  return cellsOf(code).map((cell, index) => <PlainCell key={index} text={cell} wrap={wrap} />)
}

const PlainCell = memo(function PlainCell({ text, wrap }: { readonly text: string; readonly wrap: boolean }) {
  return (
    <div
      className={classNames(
        'min-h-5 min-w-full',
        wrap ? 'w-full' : 'w-fit',
        // A whole cell is as high as its lines before it was ever seen. The last one would be taken for a whole one, and what stands below it would move.
        countLines(text) === LINES_PER_CELL && '[contain-intrinsic-size:auto_75rem] [content-visibility:auto]',
      )}
    >
      {/* A line break at the very end makes no line. */}
      <CodeText text={text.endsWith('\n') ? `${text}\n` : text} />
    </div>
  )
})

function cellsOf(code: string): readonly string[] {
  const lines = code.split('\n')
  const cells: string[] = []
  for (let from = 0; from < lines.length; from += LINES_PER_CELL) cells.push(lines.slice(from, from + LINES_PER_CELL).join('\n'))
  return cells
}

const ColouredLine = memo(function ColouredLine({ line }: { readonly line: readonly CodeToken[] }) {
  return (
    <div className="min-h-5">
      {line.map((token, index) =>
        token.tone ? (
          <span key={index} className={tones[token.tone]}>
            <CodeText text={token.text} />
          </span>
        ) : (
          <CodeText key={index} text={token.text} />
        ),
      )}
    </div>
  )
})

/** Most code has no hidden characters and is then plain text without extra elements. */
function CodeText({ text }: { readonly text: string }) {
  const pieces = splitVisibleText(text)
  return pieces.every((piece) => piece.kind === 'text') ? text : <SafeText text={text} />
}

const tones = { key: 'text-syn-key', str: 'text-syn-str', num: 'text-syn-num', com: 'text-syn-com' } as const

function useColours(code: string, language: string | undefined): readonly (readonly CodeToken[])[] | undefined {
  const [coloured, setColoured] = useState<{ readonly code: string; readonly lines: readonly (readonly CodeToken[])[] }>()
  useEffect(() => {
    const known = language === undefined ? undefined : languageOf(language)
    if (known === undefined || code.length > LONGEST_COLOURED) return undefined
    const controller = new AbortController()
    highlightCode(code, known, controller.signal).then(
      (lines) => setColoured({ code, lines }),
      // If the colouring fails, the plain code stays on the screen.
      () => undefined,
    )
    return () => controller.abort()
  }, [code, language])
  return coloured?.code === code ? coloured.lines : undefined
}

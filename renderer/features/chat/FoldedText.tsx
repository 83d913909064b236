import { useId, useState, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/classNames'

const LINES = 24
const CHARACTERS_PER_LINE = 80

export interface FoldedTextProps {
  /** Decides about the fold by its length. */
  readonly text: string
  readonly children: ReactNode
}

/** Shows the beginning of a long text first. All of it is in the page, so that a search finds it. */
export function FoldedText({ text, children }: FoldedTextProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  if (!isLongerThan(text, LINES)) return children
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      {/* Something in it can take the focus: the page scrolls to it then, also inside of the fold. */}
      <div id={id} className={classNames('w-full', !isUnfolded && 'fold-end max-h-80 overflow-hidden')} onFocus={() => setUnfolded(true)}>
        {children}
      </div>
      <Button look="bare" size="small" aria-expanded={isUnfolded} aria-controls={id} onClick={() => setUnfolded(!isUnfolded)}>
        {t(isUnfolded ? 'chat.showLess' : 'chat.showAll')}
      </Button>
    </div>
  )
}

/** Pure: whether a text takes more lines on the screen, about. */
function isLongerThan(text: string, lines: number): boolean {
  if (text.length > lines * CHARACTERS_PER_LINE) return true
  let count = 0
  for (const line of text.split('\n')) count += Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE))
  return count > lines
}

import type { KeyboardEvent, ReactNode } from 'react'
import { Button, type ButtonProps } from '../../ui/Button'

/** An answer that refuses: left, always outlined, always the same size. */
export function RefuseButton(props: Omit<ButtonProps, 'look' | 'size'>) {
  return <Button size="action" data-answer="refuse" {...props} />
}

/** An answer that lets something happen: right, filled, or outlined in red where Parley sees danger. Enter never presses it. */
export function AllowButton({ risky = false, ...props }: Omit<ButtonProps, 'look' | 'size'> & { readonly risky?: boolean }) {
  return <Button size="action" data-answer="allow" look={risky ? 'danger' : 'ink'} onKeyDown={ignoreEnter} {...props} />
}

/** An outlined answer that leads to allowing, such as "Always allow…". */
export function TowardsButton(props: Omit<ButtonProps, 'look' | 'size'>) {
  return <Button size="action" onKeyDown={ignoreEnter} {...props} />
}

function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

export interface AnswerFootProps {
  /** A RefuseButton, and Cancel where there is one. */
  readonly refuse: ReactNode
  /** What an answer leads to, once. */
  readonly note: ReactNode
  /** Answers that let something happen; the one that does so at once is the last. */
  readonly allow?: ReactNode
}

/** Refusing left and allowing right; in a narrow window allowing above and refusing below, never swapped. */
export function AnswerFoot({ refuse, note, allow }: AnswerFootProps) {
  return (
    <div className="flex w-full flex-col-reverse gap-2 medium:flex-row medium:items-center">
      <div className="flex min-w-0 grow flex-wrap items-center gap-2 medium:flex-1 medium:flex-nowrap">
        {refuse}
        <span className="min-w-0 grow basis-24 px-2 text-12 text-text-3">{note}</span>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 max-medium:justify-end medium:flex-nowrap">{allow}</div>
    </div>
  )
}

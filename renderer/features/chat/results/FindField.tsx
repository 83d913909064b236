import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { t } from '../../../i18n/t'
import { useDebouncedValue } from '../../../ui/hooks/useDebouncedValue'
import { IconButton } from '../../../ui/IconButton'
import type { LookedFor } from './lookInResult'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const MOST_CHARACTERS = 200

export interface WordsFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** The field into which is typed what is looked for in a result. */
export function WordsField({ label, value, onValue, onKeyDown }: WordsFieldProps) {
  return (
    <span className="field-edge flex h-control w-52 max-w-full items-center gap-1.5 px-[0.5625rem]">
      <Search {...icon} className="shrink-0 text-text-3" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="w-full min-w-0 bg-transparent text-13 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
    </span>
  )
}

/** What is looked for, and the place among those that were found. */
export interface Finding {
  readonly typed: string
  /** What was typed, once the person pauses. */
  readonly words: string
  /** Counts from 0. */
  readonly hit: number
  /** What is asked about: words, and which of their places. Undefined: nothing, or the person is still typing. */
  readonly asked: { readonly words: string; readonly hit: number } | undefined
  readonly type: (words: string) => void
  /** Goes on or back, round the ends. */
  readonly go: (by: 1 | -1, count: number) => void
}

/** @param lookedFor what is looked for before somebody types, and whenever it is another object */
export function useFinding(lookedFor?: LookedFor): Finding {
  const [typed, setTyped] = useState(lookedFor?.words ?? '')
  const [hit, setHit] = useState(lookedFor?.hit ?? 0)
  const [taken, setTaken] = useState(lookedFor)
  if (lookedFor !== taken) {
    setTaken(lookedFor)
    if (lookedFor) {
      setTyped(lookedFor.words)
      setHit(lookedFor.hit)
    }
  }
  const words = useDebouncedValue(typed)
  const asked = typed === words && words !== '' ? { words, hit } : undefined
  const type = (next: string): void => {
    setTyped(next)
    setHit(0)
  }
  return { typed, words, hit, asked, type, go: (by, count) => setHit(count === 0 ? 0 : (hit + by + count) % count) }
}

export interface FindFieldProps {
  readonly label: string
  readonly finding: Finding
  /** Undefined: nothing is looked for, or it is not known yet. */
  readonly found: { readonly count: number; readonly isCut: boolean } | undefined
}

/** Finds in a result: Enter goes on, Shift Enter back. */
export function FindField({ label, finding, found }: FindFieldProps) {
  // Who types on and presses Enter means what they have typed.
  const known = finding.asked && found
  const count = known?.count ?? 0
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return
    event.preventDefault()
    finding.go(event.shiftKey ? -1 : 1, count)
  }
  return (
    <div role="search" className="flex min-w-0 items-center gap-0.5" aria-label={label}>
      <WordsField label={label} value={finding.typed} onValue={finding.type} onKeyDown={onKeyDown} />
      <span role="status" className="num px-1 text-12 whitespace-nowrap text-text-2">
        {known && describeFound(known, finding.hit)}
      </span>
      {finding.typed !== '' && (
        <>
          <IconButton
            size="small"
            label={t('chat.find.previous')}
            icon={<ArrowUp {...icon} />}
            disabled={count === 0}
            onClick={() => finding.go(-1, count)}
          />
          <IconButton
            size="small"
            label={t('chat.find.next')}
            icon={<ArrowDown {...icon} />}
            disabled={count === 0}
            onClick={() => finding.go(1, count)}
          />
        </>
      )}
    </div>
  )
}

function describeFound({ count, isCut }: { readonly count: number; readonly isCut: boolean }, hit: number): string {
  if (count === 0) return t('chat.find.none')
  return t(isCut ? 'chat.find.countCut' : 'chat.find.count', { position: hit + 1, count })
}

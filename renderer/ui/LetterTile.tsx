import type { CSSProperties } from 'react'
import { classNames } from './classNames'

const sizes = {
  16: { box: 'size-4 rounded-[4px]', one: 'text-[0.5625rem]', two: 'text-[0.4375rem]' },
  20: { box: 'size-5 rounded-[5px]', one: 'text-11', two: 'text-[0.5625rem]' },
  36: { box: 'size-9 rounded-3', one: 'text-16', two: 'text-13' },
} as const
export type TileSize = keyof typeof sizes

export interface LetterTileProps {
  readonly name: string
  readonly size?: TileSize
  /** A checked icon, as a `data:` URL. It replaces the letter. */
  readonly picture?: string
}

/** A server's tile: the letters of the user's name for it, in a colour of its own. It is decoration; the name is beside it. */
export function LetterTile({ name, size = 20, picture }: LetterTileProps) {
  const style: CSSProperties & Record<'--h', number> = { '--h': tileHue(name) }
  const letters = lettersOf(name)
  return (
    <span
      aria-hidden="true"
      translate="no"
      style={style}
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden leading-none font-title tracking-normal',
        'bg-[light-dark(oklch(0.925_0.032_var(--h)),oklch(0.33_0.035_var(--h)))] text-[light-dark(oklch(0.4_0.07_var(--h)),oklch(0.86_0.055_var(--h)))]',
        sizes[size].box,
        letters.length > 1 ? sizes[size].two : sizes[size].one,
      )}
    >
      {picture === undefined ? letters : <img src={picture} alt="" className="size-full bg-raised object-contain" />}
    </span>
  )
}

/** The first letter, and that of the last word if there are several: "notes" and "notes_old" are told apart, and so are "api" and "api2". */
function lettersOf(name: string): string {
  const words = name.match(/\p{L}+|\p{N}+/gu) ?? []
  const letters = [words[0], ...words.slice(1).slice(-1)].map((word) => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toUpperCase() || '•'
}

/** Returns a hue for a server's id, between 100 and 330. Amber and red have other meanings here. */
function tileHue(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003
  return 100 + (hash % 231)
}

import type { CSSProperties } from 'react'
import { classNames } from './classNames'

const sizes = {
  16: 'size-4 rounded-[4px] text-[0.5625rem]',
  20: 'size-5 rounded-[5px] text-11',
  36: 'size-9 rounded-3 text-16',
} as const
export type TileSize = keyof typeof sizes

export interface TileProps {
  readonly name: string
  readonly size?: TileSize
  /** A checked icon, as a `data:` URL. It replaces the letter. */
  readonly picture?: string
}

/** A server's tile: the first letter of the user's name for it, in a colour of its own. It is decoration; the name is beside it. */
export function Tile({ name, size = 20, picture }: TileProps) {
  const style: CSSProperties & Record<'--h', number> = { '--h': tileHue(name) }
  return (
    <span
      aria-hidden="true"
      translate="no"
      style={style}
      className={classNames(
        'inline-grid shrink-0 place-items-center overflow-hidden leading-none font-title tracking-normal',
        'bg-[light-dark(oklch(0.925_0.032_var(--h)),oklch(0.33_0.035_var(--h)))] text-[light-dark(oklch(0.4_0.07_var(--h)),oklch(0.86_0.055_var(--h)))]',
        sizes[size],
      )}
    >
      {picture === undefined ? firstLetter(name) : <img src={picture} alt="" className="size-full bg-raised object-contain" />}
    </span>
  )
}

function firstLetter(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '•'
}

/** Returns a hue for a server's id, between 100 and 330. Amber and red have other meanings here. */
function tileHue(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003
  return 100 + (hash % 231)
}

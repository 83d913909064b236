/** How full a model's window is: there is room, it is filling up, it is nearly full, or what is there does not fit. */
export type ContextLevel = 'room' | 'filling' | 'nearlyFull' | 'over'

/** Pure: returns how full it is. `share` is the part of the window that is filled, 1 for all of it. */
export function contextLevel(share: number): ContextLevel {
  if (share > 1) return 'over'
  if (share >= 0.9) return 'nearlyFull'
  return share >= 0.7 ? 'filling' : 'room'
}

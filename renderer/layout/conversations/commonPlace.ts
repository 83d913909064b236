/** Pure: the place in which all are, or null if all are in none. Undefined if they are in several. */
export function commonPlace<Id extends string>(places: readonly (Id | undefined)[]): Id | null | undefined {
  const [first] = places
  return places.every((place) => place === first) ? (first ?? null) : undefined
}

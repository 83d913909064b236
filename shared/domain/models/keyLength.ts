/** How many characters a key may have. */
export const LONGEST_KEY = 10_000

/** What Parley asked the double to do, in order, for specs: `[what, ...details]`. */
export const notes: unknown[][] = []

export function note(what: string, ...details: unknown[]): void {
  notes.push([what, ...details])
}

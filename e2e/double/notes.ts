/** Records for specs what Parley asked the double to do, in order: `[what, ...details]`. */
export const notes: unknown[][] = []

export function note(what: string, ...details: unknown[]): void {
  notes.push([what, ...details])
}

export interface Count {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: readonly { readonly name: string; readonly reason: string }[]
}
export function failure(name: string, why: string | undefined, options?: { readonly from?: 'start' | 'end' }): string
export function countVitest(report: unknown): Count
export function countPlaywright(report: unknown): Count
export function countConformance(report: unknown): Count
export function addUp(counts: readonly Count[]): Count

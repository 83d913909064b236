interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** The SPDX identifier of the licence. */
  readonly identifier?: string
  /** The licence's text. */
  readonly text?: string
}
export function shippedPackages(root: string): readonly ShippedPackage[]
export function styledPackages(root: string): readonly ShippedPackage[]
export function noticesText(packages: readonly ShippedPackage[]): string

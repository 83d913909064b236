import type { Plugin } from 'vite'

/** The packages whose code was copied into `code` before it came to us, by their names. */
export function packagesNamedIn(code: string): readonly string[]
/** A plugin of Vite that writes `embedded.json`: the names of packages that packages of the bundle have copied into themselves. */
export function embeddedPackages(): Plugin

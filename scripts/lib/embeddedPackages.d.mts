import type { Plugin } from 'vite'

/** Returns the names of the packages whose code is already copied into `code`. */
export function packagesNamedIn(code: string): readonly string[]
/** Creates a Vite plugin that writes `embedded.json`: the names of packages that bundled packages have copied into themselves. */
export function embeddedPackages(): Plugin

import type { Plugin } from 'vite'

/** Pure. @throws {Error} naming the file and the id of a message that cannot be read. */
export function compileCatalogue(text: string, file: string): Readonly<Record<string, readonly unknown[]>>
export function compileMessages(options?: { readonly ids?: boolean }): Plugin

import type { Plugin } from 'vite'

/**
 * Pure: compiles the text of a catalogue.
 * @throws {Error} with the file and the id of a message that cannot be parsed.
 */
export function compileCatalogue(text: string, file: string): Readonly<Record<string, readonly unknown[]>>
export function compileMessages(options?: { readonly ids?: boolean }): Plugin

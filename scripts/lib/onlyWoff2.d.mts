import type { Plugin } from 'vite'

/** A plugin of Vite: leaves the fonts of KaTeX in one format. */
export function onlyWoff2(): Plugin

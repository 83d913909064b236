import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A place in a stack: `file:///…/browser.js:16:3972`. No part of it may hold what ends it, so a line is read once. */
const PLACE = /file:\/\/[^\s():]+:(\d+):(\d+)/g

/**
 * Returns a stack with the places in the sources instead of those in the compiled files. It reads the maps beside them only now: they are
 * larger than the code, and hardly any run needs them. Places without a map stay as they are.
 */
export function sourceStack(stack: string | undefined): string | undefined {
  const maps = new Map<string, SourceMap | undefined>()
  return stack?.replaceAll(PLACE, (place, line: string, column: string) => {
    const file = place.slice(0, -`:${line}:${column}`.length)
    if (!maps.has(file)) maps.set(file, mapOf(file))
    const source = maps.get(file)?.findOrigin(Number(line), Number(column))
    return source && 'fileName' in source ? `${source.fileName}:${source.lineNumber}:${source.columnNumber}` : place
  })
}

function mapOf(file: string): SourceMap | undefined {
  try {
    const map = `${fileURLToPath(file)}.map`
    return existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined
  } catch {
    // A stack with compiled places is better than none.
    return undefined
  }
}

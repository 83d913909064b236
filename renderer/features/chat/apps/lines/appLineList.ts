import type { AppNotice } from '../../../../../shared/confinedFrames/appNotices'
import type { StartedApp } from '../../../../../shared/domain/apps/app'
import type { AppFile } from '../bridge/appRequests'

/** Something that happened at an app, as a line under it. */
export type AppLine =
  /** It is another one than the one that a person allowed something, and has none of that. */
  | { readonly kind: 'lostGrant' }
  /** It asked for a host that it may not reach. */
  | { readonly kind: 'refused'; readonly origin: string; readonly count: number }
  /** It asked for more hosts than are told one by one. */
  | { readonly kind: 'refusedMore'; readonly count: number }
  /** It wanted to run code that it wrote itself. */
  | { readonly kind: 'refusedCode'; readonly count: number }
  | { readonly kind: 'refusedPeer'; readonly count: number }
  /** It sent a message that was too long. */
  | { readonly kind: 'tooLong'; readonly count: number }
  /** It took the keyboard by itself. It is hidden until the person wants to see it. */
  | { readonly kind: 'hidden'; readonly typing: boolean }
  /** It offers files. */
  | { readonly kind: 'files'; readonly id: number; readonly files: readonly AppFile[] }
  | { readonly kind: 'link'; readonly url: string }
  /** It put text into the message field. */
  | { readonly kind: 'message' }

/** Pure: what is told of an app as soon as it was started. */
export function linesOfStart({ lostGrant }: Pick<StartedApp, 'lostGrant'>): readonly AppLine[] {
  return lostGrant ? [{ kind: 'lostGrant' }] : []
}

/** The most lines of files and of links: an app can ask without end. */
const MOST_OF_A_KIND = 3

/** Pure: the lines with one more, oldest first. What is told a second time stays in its place. */
export function addLine(lines: readonly AppLine[], line: AppLine): readonly AppLine[] {
  const at = lines.findIndex((each) => keyOf(each) === keyOf(line))
  if (at >= 0) return lines.with(at, line)
  const alike = lines.filter(({ kind }) => kind === line.kind)
  const bounded = line.kind === 'files' || line.kind === 'link'
  const kept = bounded && alike.length >= MOST_OF_A_KIND ? lines.filter((each) => each !== alike[0]) : lines
  return [...kept, line]
}

/** Pure: tells the lines apart that are about something else. */
export function keyOf(line: AppLine): string {
  if (line.kind === 'refused') return `refused ${line.origin}`
  if (line.kind === 'files') return `files ${line.id}`
  return line.kind === 'link' ? `link ${line.url}` : line.kind
}

/** Pure: the line that a notice of the frame is. Undefined for what is none. */
export function lineOfNotice(notice: AppNotice): AppLine | undefined {
  switch (notice.kind) {
    case 'refused':
      return { kind: 'refused', origin: notice.origin, count: notice.count }
    case 'refusedMore':
    case 'refusedCode':
    case 'refusedPeer':
    case 'tooLong':
      return { kind: notice.kind, count: notice.count }
    case 'key':
    case 'press':
    case 'left':
      return undefined
  }
}

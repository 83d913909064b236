import type { Launch, StdioLaunch } from '../../../shared/domain/server'

/** Pure: describes on one line how Parley reaches a server. Never shortened, because questions show it. */
export function describeLaunch(launch: Launch): string {
  return launch.kind === 'stdio' ? quotedParts(launch).join(' ') : hostOf(launch.url)
}

/** Pure: returns a command and its arguments with quotes, so that each argument is distinct. */
export function quotedParts({ command, args }: StdioLaunch): readonly string[] {
  return [command, ...args].map(quoted)
}

function quoted(part: string): string {
  return part === '' || /[\s"']/.test(part) ? JSON.stringify(part) : part
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

import type { Launch } from '../server'

/** Pure: the full command or address on one line. Quotes around arguments with spaces are for the reader only: no shell reads this text. */
export function launchLine(launch: Launch): string {
  if (launch.kind === 'http') return launch.url
  return [launch.command, ...launch.args].map((word) => (/^[^\s'"]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}

/**
 * Pure: the command or address in short form, for lists. It cuts the middle and keeps the end, which tells servers apart. Never use it in a
 * question.
 */
export function shortCommandLine(launch: Launch): string {
  if (launch.kind === 'http') return launch.url.replace(/^https?:\/\//, '')
  const words = launch.args.map((arg) => arg.replace(/^@[^/]+\//, '')).filter((arg) => !arg.startsWith('-'))
  const [first, ...rest] = words
  const command = launch.command.split(/[\\/]/).at(-1) ?? launch.command
  if (first === undefined) return command
  const name = first.includes('/') || first.includes('\\') ? `…/${first.split(/[\\/]/).filter(Boolean).slice(-2).join('/')}` : first
  return [command, name, ...(rest.length > 0 ? ['…'] : [])].join(' ')
}

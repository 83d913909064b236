import type { Launch } from './server'

/** Pure: what will run or be dialled, whole, on one line. Arguments with spaces are quoted for the eye; no shell reads this. */
export function commandLine(launch: Launch): string {
  if (launch.kind === 'http') return launch.url
  return [launch.command, ...launch.args].map((word) => (/^[^\s'"]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}

/** Pure: the same for lists, shortened in its middle so that the end, which tells servers apart, stays. Never for a question. */
export function shortCommandLine(launch: Launch): string {
  if (launch.kind === 'http') return launch.url.replace(/^https?:\/\//, '')
  const words = launch.args.map((arg) => arg.replace(/^@[^/]+\//, '')).filter((arg) => !arg.startsWith('-'))
  const [first, ...rest] = words
  const command = launch.command.split(/[\\/]/).at(-1) ?? launch.command
  if (first === undefined) return command
  const name = first.includes('/') || first.includes('\\') ? `…/${first.split(/[\\/]/).filter(Boolean).slice(-2).join('/')}` : first
  return [command, name, ...(rest.length > 0 ? ['…'] : [])].join(' ')
}

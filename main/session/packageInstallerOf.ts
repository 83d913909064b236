/** Programs that get another program first when it is not there, and then run it. */
const RUNNERS: ReadonlySet<string> = new Set(['npx', 'pnpx', 'bunx', 'uvx', 'pipx', 'dnx'])
/** Programs that do so with one of these words among their first arguments. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['dlx', 'exec'],
  yarn: ['dlx'],
  bun: ['x'],
  uv: ['run', 'tool'],
  docker: ['run'],
  podman: ['run'],
  nerdctl: ['run'],
}
/** Options may stand before the subcommand. */
const LOOKED_AT = 6

/**
 * Pure: the program that may install the server before it starts it, or undefined. Such a start takes minutes the first time, without a word
 * of the server.
 */
export function packageInstallerOf(command: string, args: readonly string[]): string | undefined {
  const program = programName(command)
  // The usual way to start npx on Windows.
  if (program === 'cmd') {
    const at = args.findIndex((arg) => /^\/c$/i.test(arg))
    const [inner, ...rest] = at < 0 ? [] : args.slice(at + 1)
    return inner === undefined ? undefined : packageInstallerOf(inner, rest)
  }
  if (RUNNERS.has(program)) return program
  const words = Object.hasOwn(SUBCOMMANDS, program) ? SUBCOMMANDS[program] : undefined
  return words && args.slice(0, LOOKED_AT).some((arg) => words.includes(arg)) ? program : undefined
}

function programName(command: string): string {
  const name = command.split(/[/\\]/).at(-1) ?? ''
  return name.replace(/\.(cmd|exe|ps1|bat)$/i, '').toLowerCase()
}

interface Child {
  readonly connected: boolean
  disconnect(): void
  kill(signal: NodeJS.Signals): boolean
}
/** Asks a Parley process that we started to end, so that it can end its servers first. */
export function askToEnd(child: Child, signal: NodeJS.Signals, platform?: NodeJS.Platform): void

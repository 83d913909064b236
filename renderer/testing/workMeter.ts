interface Spent {
  readonly user: number
  readonly system: number
}

/**
 * Returns the processor time of this thread in milliseconds. Unlike the clock, it does not run while the thread waits on a busy machine.
 */
export function workedMs(): number {
  const host: unknown = Reflect.get(globalThis, 'process')
  if (!isHost(host)) throw new Error('The tests of the page run in Node')
  const { user, system } = host.threadCpuUsage()
  return (user + system) / 1000
}

function isHost(host: unknown): host is { threadCpuUsage(): Spent } {
  return typeof host === 'object' && host !== null && 'threadCpuUsage' in host
}

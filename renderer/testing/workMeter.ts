interface Spent {
  readonly user: number
  readonly system: number
}

/** Milliseconds that this thread has worked so far: unlike the clock, it does not run while a busy machine lets it wait. */
export function workedMs(): number {
  const host: unknown = Reflect.get(globalThis, 'process')
  if (!isHost(host)) throw new Error('The tests of the page run in Node')
  const { user, system } = host.threadCpuUsage()
  return (user + system) / 1000
}

function isHost(host: unknown): host is { threadCpuUsage(): Spent } {
  return typeof host === 'object' && host !== null && 'threadCpuUsage' in host
}

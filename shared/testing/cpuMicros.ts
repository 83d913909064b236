/// <reference types="node" />
/**
 * Returns the processor time of synchronous work, in microseconds. It measures only this thread, where nothing else runs meanwhile. Test
 * files share a worker, so the time of the whole process would include leftovers of other tests, the compiler and the garbage collector.
 */
export function cpuMicros(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * Returns the processor time of this thread so far, in milliseconds. Use it for work with waits, where a clock would also count other
 * processes.
 */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

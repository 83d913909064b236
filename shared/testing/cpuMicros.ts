/// <reference types="node" />
/**
 * The processor time, in microseconds, that synchronous work takes. Of this thread alone, on which nothing else runs meanwhile: test files share
 * a worker, so the time of the whole process would also be that of other tests' leftovers, of the compiler and of the garbage collector's threads.
 */
export function cpuMicros(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** The processor time of this thread so far, in milliseconds: for work that waits in between, where a clock would also count other processes. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

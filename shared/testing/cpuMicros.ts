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

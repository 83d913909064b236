/** Processor time of the reference work on a quiet computer of the kind that the limits of these tests are set for. */
const QUIET_MS = 28
const ROUNDS = 5
const text = Array.from({ length: 4_000 }, (_, index) => `- item ${index} of [a link](https://a.example/${index}) and \`code\``).join('\n')

/**
 * Returns how many times as much processor time a known piece of work takes now as on a quiet computer; at least 1. Processor time leaves out
 * what others do on a computer, but not that they share its caches and the speed of its cores, nor what a hypervisor takes of it. Takes about
 * 0.2 s.
 */
export function slowness(): number {
  const times = Array.from({ length: ROUNDS }, timeOfWork).toSorted((one, other) => one - other)
  // The first rounds also wait for the compiler.
  return Math.max(1, (times[Math.floor(ROUNDS / 2)] ?? QUIET_MS) / QUIET_MS)
}

function timeOfWork(): number {
  const before = process.threadCpuUsage()
  for (let round = 0; round < 4; round++) {
    const rows = text.split('\n').map((line) => ({ line, words: line.match(/\w+/g) ?? [] }))
    const copy: typeof rows = JSON.parse(JSON.stringify(rows))
    new Map(copy.toSorted((one, other) => (one.line < other.line ? 1 : -1)).map((row) => [row.line, row]))
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

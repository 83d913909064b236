import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** Describes the machine and its current load. Call this before measuring. */
export function describeMachine(): string {
  const processors = cpus()
  const model = processors[0]?.model.trim() ?? 'unknown processor'
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB of memory`
  const loads = loadavg().map((load) => load.toFixed(1))
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${date} UTC: ${processors.length} cores (${model}), ${memory}, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}, load average before the run ${loads.join(', ')}`
}

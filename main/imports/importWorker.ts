import { parentPort, workerData } from 'node:worker_threads'
import { readImportFile, type ImportLimits, type PlacedFinding } from './readImportFile'

/** What the thread gets: one file. It answers each message with the next finding, and the last one with null. */
export interface ImportTask {
  readonly path: string
  readonly limits: ImportLimits
}

const { path, limits }: ImportTask = workerData
const findings: Iterator<PlacedFinding> = readImportFile(path, limits)

parentPort?.on('message', () => {
  const next = findings.next()
  parentPort?.postMessage(next.done === true ? null : next.value)
})

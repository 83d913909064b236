import { Worker } from 'node:worker_threads'

/** Starts a thread that reads a stranger's file. It gets nothing of Parley's environment or output, and ends itself when it needs more memory. */
export function startFileReaderThread(script: string, task: object, memoryMb: number): Worker {
  return new Worker(script, {
    execArgv: [],
    env: {},
    workerData: task,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { TextExtractor } from './textExtractor'

const limits = { fileTextBytes: 1_000, filePages: 10, fileReadMs: 30_000, fileUnpackedBytes: 1_000 }

// A PDF whose text could not be had counted as locked, and no model got it.
it('keeps the number of pages when the thread ends before it has the text', async () => {
  using folder = temporaryFolder()
  const script = join(folder.path, 'thread.mjs')
  writeFileSync(script, "import { parentPort } from 'node:worker_threads'\nparentPort.postMessage({ counted: 7 })\nprocess.exit()\n")
  await using extractor = new TextExtractor({ script, limits: () => limits })
  const extracted = await extractor.extract({ path: 'a.pdf', type: 'application/pdf' }, new AbortController().signal)
  expect(extracted).toEqual({ pages: 7, problem: { id: 'files.problem.damaged' } })
})

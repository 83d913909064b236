// The thread that reads files, from its very source: these hooks find imports without an ending.
import '../../storage/testing/typescriptHooks.mjs'

await import('../extractionWorker.ts')

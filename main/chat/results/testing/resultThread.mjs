// The thread that reads long results, from its very source: these hooks find imports without an ending.
import '../../../storage/testing/typescriptHooks.mjs'

await import('../resultWorker.ts')

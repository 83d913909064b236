// The thread that reads imports, from its very source: these hooks find imports without an ending.
import '../../storage/testing/typescriptHooks.mjs'

await import('../importWorker.ts')

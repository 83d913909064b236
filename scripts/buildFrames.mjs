// Compiles Parley's own scripts that run in confined frames, each into one file: a confined document can load no other. It is a step of
// `npm run build`. Plain Node 20.
import { join } from 'node:path'
import { build } from 'vite'
import { embeddedPackages } from './lib/embeddedPackages.mjs'

const root = join(import.meta.dirname, '..')
const frames = join(root, 'renderer', 'confinedFrame', 'frames')
/** The page of `parley app check`, which the command line serves beside the frames. */
const checkPage = join(root, 'renderer', 'features', 'chat', 'apps', 'author', 'checkPage.ts')

for (const name of ['outer', 'selfTest', 'reporter', 'appStorage', 'checkPage', 'diagrams']) {
  // Only the drawer of diagrams contains packages. It comes last, so its lists stay.
  await build({
    configFile: false,
    root: frames,
    logLevel: 'warn',
    plugins: [embeddedPackages()],
    build: {
      outDir: join(root, 'out', 'frames'),
      emptyOutDir: false,
      license: { fileName: 'licenses.json' },
      minify: 'oxc',
      modulePreload: false,
      chunkSizeWarningLimit: 10_000,
      rollupOptions: {
        // The scripts never ask where they came from.
        transform: { define: { 'import.meta': '{}' } },
        input: name === 'checkPage' ? checkPage : join(frames, `${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js`, codeSplitting: false },
      },
    },
  })
}

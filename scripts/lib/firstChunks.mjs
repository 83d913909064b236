/** React, and the one module that starts it. */
const REACT = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]renderer[\\/]reactRoot\.ts$|rolldown[\\/]runtime/

/**
 * The groups of Rolldown's code splitting: all that the page needs before its first draw is two files, React and the rest, which the browser
 * reads side by side. By itself that would be a dozen, one for each set of later chunks that share something with it, and each file costs the
 * start more than its bytes.
 */
export function firstChunks() {
  const known = new Map()
  const isOfReact = (id) => REACT.test(id)
  return [
    { name: 'react', debugName: 'react', priority: 1, test: isOfReact, includeDependenciesRecursively: false },
    {
      debugName: 'first',
      includeDependenciesRecursively: false,
      name: (id, context) => (isFirst(id, context, known) ? 'first' : null),
    },
  ]
}

/** Whether the entry imports a module, itself or through others, and not only by what it loads later. */
function isFirst(id, context, known) {
  const seen = new Set([id])
  for (const one of seen) {
    const info = context.getModuleInfo(one)
    if (known.get(one) || info?.isEntry) {
      known.set(id, true)
      return true
    }
    if (known.get(one) === undefined) for (const importer of info?.importers ?? []) seen.add(importer)
  }
  for (const one of seen) known.set(one, false)
  return false
}

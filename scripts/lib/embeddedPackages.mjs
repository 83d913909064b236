/** What bundlers write before code that they took from another package: `//#region ../node_modules/ajv/lib/core.js`, `// node_modules/…`. */
const origin = /^\s*\/\/ ?(?:#region )?[^\s'"]*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm

/** Pure: the packages whose code was copied into `code` before it came to us, by their names. */
export function packagesNamedIn(code) {
  return [...new Set([...code.matchAll(origin)].map(([, name]) => name))]
}

/**
 * A plugin of Vite that writes `embedded.json`: the names of packages that packages of the bundle have copied into themselves. Their licences
 * count too, and no list of modules has them.
 */
export function embeddedPackages() {
  return {
    name: 'parley:embedded-packages',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const names = modules.flatMap((id) => packagesNamedIn(this.getModuleInfo(id)?.code ?? ''))
      this.emitFile({ type: 'asset', fileName: 'embedded.json', source: JSON.stringify([...new Set(names)]) })
    },
  }
}

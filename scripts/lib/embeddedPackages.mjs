/**
 * Matches the comment that bundlers write before code of another package: `//#region ../node_modules/ajv/lib/core.js`, `// node_modules/…`.
 * Super-linear, but the text is Parley's own bundle.
 */
const origin = /^\s*\/\/ ?(?:#region )?[^\s'"]*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//gm

/** Pure: returns the names of the packages whose code is already copied into `code`. */
export function packagesNamedIn(code) {
  return [...new Set([...code.matchAll(origin)].map(([, name]) => name))]
}

/**
 * Creates a Vite plugin that writes `embedded.json`: the names of packages that bundled packages have copied into themselves. Their
 * licences apply too, but no list of modules contains them.
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

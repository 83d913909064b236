import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const modules = join(import.meta.dirname, '..', '..', 'node_modules')

/** The Node that Parley is developed and served with; it comes with the dependencies, so that the system's may be older. */
export function nodeBin(platform = process.platform) {
  return join(modules, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * How a program of node_modules is started: Parley's Node with the JavaScript file that the package names. The files in node_modules/.bin
 * would not do: on Windows they are shell scripts, which `spawn` cannot start, and elsewhere they run on whatever Node is in PATH.
 * Returns the command and its arguments, for `spawn(...nodeTool('vite', ['build']))`.
 */
export function nodeTool(packageName, args = [], platform = process.platform) {
  return [nodeBin(platform), [toolFile(packageName), ...args]]
}

/** The JavaScript file of a package's own program; where it has several, the one that is named like the package. */
export function toolFile(packageName) {
  const { bin, name } = JSON.parse(readFileSync(join(modules, packageName, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : (bin?.[name] ?? Object.values(bin ?? {})[0])
  if (file === undefined) throw new Error(`The package ${packageName} has no program.`)
  return join(modules, packageName, file)
}

/**
 * A copy of `env` in which Parley's Node and the programs of the dependencies are found before the system's.
 * Windows calls the variable `Path`; a second one that is called `PATH` would win or lose by chance.
 */
export function withToolsInPath(env = process.env, separator = delimiter) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [join(modules, '.bin'), env[name]].filter(Boolean).join(separator) }
}

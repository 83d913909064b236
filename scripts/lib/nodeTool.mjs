import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const modules = join(import.meta.dirname, '..', '..', 'node_modules')

/** Returns the path of the Node that Parley is developed and served with. It is a dependency, so that the system's Node may be older. */
export function nodeBin(platform = process.platform) {
  return join(modules, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * Returns the command and arguments that start a program of node_modules: Parley's Node with the JavaScript file of the package, for
 * `spawn(...nodeTool('vite', ['build']))`. The files in node_modules/.bin are not used: on Windows they are shell scripts, which `spawn`
 * cannot start, and elsewhere they run on any Node in PATH.
 */
export function nodeTool(packageName, args = [], platform = process.platform) {
  return [nodeBin(platform), [toolFile(packageName), ...args]]
}

/** Returns the JavaScript file of a package's program. If it has several, returns the one with the package's name. */
export function toolFile(packageName) {
  const { bin, name } = JSON.parse(readFileSync(join(modules, packageName, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : (bin?.[name] ?? Object.values(bin ?? {})[0])
  if (file === undefined) throw new Error(`The package ${packageName} has no program.`)
  return join(modules, packageName, file)
}

/**
 * Returns a copy of `env` in which Parley's Node and the programs of the dependencies are found before the system's. Windows calls the
 * variable `Path`. With a second variable `PATH`, the result would be random.
 */
export function withToolsInPath(env = process.env, separator = delimiter) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...env, [name]: [join(modules, '.bin'), env[name]].filter(Boolean).join(separator) }
}

export function nodeBin(platform?: NodeJS.Platform): string
/** Returns the command and arguments that start a program of node_modules, for `spawn`. */
export function nodeTool(packageName: string, args?: readonly string[], platform?: NodeJS.Platform): [command: string, args: string[]]
export function toolFile(packageName: string): string
/** Returns a copy of `env` in which the programs of the dependencies are found first. */
export function withToolsInPath(env?: NodeJS.ProcessEnv, separator?: string): NodeJS.ProcessEnv

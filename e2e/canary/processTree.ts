import { readdirSync, readFileSync } from 'node:fs'

/** One process below Parley, as everybody who runs as the same person can see it. */
export interface SeenProcess {
  readonly pid: number
  readonly environment: string
  readonly commandLine: string
}

/** A process and all that it started, and what those started. */
export function processTree(root: number): readonly SeenProcess[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = / \S (\d+) /.exec(read(`/proc/${name}/stat`).replace(/^.*\)/, ' '))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  return [...parents.keys()]
    .filter((pid) => isBelow(pid))
    .map((pid) => ({ pid, environment: read(`/proc/${pid}/environ`), commandLine: read(`/proc/${pid}/cmdline`) }))
}

/** Empty for one that ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

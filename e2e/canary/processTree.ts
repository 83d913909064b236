import { readdirSync, readFileSync } from 'node:fs'

/** A descendant process of Parley, as any process of the same user can see it. */
export interface SeenProcess {
  readonly pid: number
  readonly environment: string
  readonly commandLine: string
}

/** Returns a process and all of its descendants. */
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

/** Returns an empty text when the process has ended in the meantime. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parley } from './parley.ts'

// Everything in a policy's path has to belong to root, also inside of the namespace.
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const canMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0

/** Why a spec cannot have a policy of the computer here. Undefined where it can. */
export const noMachinePolicy = canMount ? undefined : 'only root on Linux can give one Parley another /etc'

/**
 * Gives this Parley a policy of the computer, `/etc/parley/policy.json`, which nobody else sees: its process has a mount namespace of its
 * own, with one more folder in `/etc`. Parley has no other way to be told of one, on purpose. Call it before `launch`, on the Electron double
 * or the browser shell.
 */
export function setMachinePolicy(parley: Parley, policy: object): void {
  const etc = join(parley.folder, 'etc')
  mkdirSync(join(etc, 'parley'), { recursive: true, mode: 0o755 })
  writeFileSync(join(etc, 'parley', 'policy.json'), JSON.stringify(policy), { mode: 0o644 })
  const node = join(parley.folder, 'node')
  const mount = `mount -t overlay parley -o 'lowerdir=${etc}:/etc' /etc`
  writeFileSync(node, `#!/bin/sh\nexec unshare -m sh -c "${mount} && exec \\"\\$@\\"" sh '${process.execPath}' "$@"\n`)
  chmodSync(node, 0o755)
  parley.node = node
}

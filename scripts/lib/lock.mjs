import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs work while no other process runs work with the same name in the same folder. A lock of a dead process is ignored. */
export async function withLock(folder, name, work) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.lock`)
  while (!take(file)) await sleep(250)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** A link is created atomically, so that no process reads a lock without its owner's number. */
function take(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!ownerLives(file)) removeOfDead(file, mine)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Removes the lock of a dead process. Only one process at a time does so, and looks again first: another one may have removed the lock and taken
 * it since.
 */
function removeOfDead(file, mine) {
  const takeover = `${file}.takeover`
  try {
    linkSync(mine, takeover)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!ownerLives(takeover)) rmSync(takeover, { force: true })
    return
  }
  try {
    if (!ownerLives(file)) rmSync(file, { force: true })
  } finally {
    rmSync(takeover, { force: true })
  }
}

function ownerLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    // ENOENT: the owner has just finished, and the next try takes the lock. EPERM: the process is alive but belongs to another user.
    return error.code !== 'ESRCH'
  }
}

// Loaded into Parley's process before Parley (`--import`), for what nobody can see from outside: the heap after a garbage collection, what
// keeps the event loop alive, and a clock that jumps. It changes nothing else, except what `PARLEY_SOAK_PLANT` says it does wrong on purpose.
import { openSync } from 'node:fs'
import { watch } from 'node:fs'
import { spawn } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'

let ahead = 0
const realNow = Date.now
Date.now = () => realNow() + ahead

process.on('message', (message) => {
  if (message.jumpMs !== undefined) ahead += message.jumpMs
  if (message.measure === undefined) return
  // Also gives back what V8 keeps in reserve for objects to come: up to 200 MB on a busy host, which a quiet one gives back by itself.
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  const kinds = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout' && kind !== 'Immediate')
  process.send({ heapMb: heapUsed / 2 ** 20, externalMb: external / 2 ** 20, handles: kinds.length })
})

/** Does something five times a second, however rarely a busy machine lets a timer ring. */
function fiveASecond(act) {
  const began = performance.now()
  let done = 0
  const catchUp = () => {
    for (; done < (performance.now() - began) / 200; done++) act()
  }
  setInterval(catchUp, 200).unref()
}

const kept = []
const planted = {
  // Keeps every message to a page.
  memory: () => {
    const stringify = JSON.stringify
    JSON.stringify = (...args) => {
      const text = stringify(...args)
      if (text?.startsWith('{"channel":"rpc:')) kept.push(`${text} `.slice(0, -1) + kept.length)
      return text
    }
  },
  // Keeps half a megabyte a second in a library, where no garbage collection looks.
  native: () => {
    const database = new DatabaseSync(':memory:')
    database.exec('CREATE TABLE kept (bytes)')
    fiveASecond(() => database.exec('INSERT INTO kept VALUES (randomblob(100000))'))
  },
  descriptor: () => fiveASecond(() => kept.push(openSync('/dev/null'))),
  handle: () => fiveASecond(() => kept.push(watch('/proc/self', () => undefined))),
  // Says that a title was saved, and does not save every third one.
  loss: () => {
    const prepare = DatabaseSync.prototype.prepare
    let renames = 0
    DatabaseSync.prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql)
      if (!/UPDATE conversation SET title/i.test(sql)) return statement
      return { run: (...params) => (++renames % 3 === 0 ? undefined : statement.run(...params)) }
    }
  },
  // Leaves a process behind that carries the mark of a server.
  orphan: () => {
    const env = { PARLEY_SOAK: process.env.PARLEY_SOAK_MARK }
    spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { detached: true, stdio: 'ignore', env }).unref()
  },
}
planted[process.env.PARLEY_SOAK_PLANT]?.()

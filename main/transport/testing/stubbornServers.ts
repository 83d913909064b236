// A Parley of few words for childProcessRecords.test.ts: prints its id, and for each line that it reads starts a server that only SIGKILL ends
// and prints that one's id. After the line "ended" it takes the server for ended at once; after "full" its disk does not take the record.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { ServerId } from '../../../shared/domain/ids'
import { Database } from '../../storage/database'
import { ChildProcessRecords } from '../childProcessRecords'

const database = new Database(':memory:')
const records = new ChildProcessRecords(database)
process.stdout.write(`${process.pid}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const code = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")'
  const server = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  await once(server.stdout, 'data')
  database.run(`PRAGMA query_only = ${line === 'full' ? 'ON' : 'OFF'}`)
  try {
    const forget = records.add(server.pid ?? 0, ServerId.parse('s'))
    if (line === 'ended') forget()
  } catch (thrown) {
    if (line !== 'full') throw thrown
  }
  process.stdout.write(`${server.pid}\n`)
}

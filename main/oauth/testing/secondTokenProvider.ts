import { once } from 'node:events'
import { systemClock } from '../../lib/clock'
import { AccountFixture } from './accountFixture'

// A second Parley on the same data folder. When told to, it makes eight requests at once and prints the answers.
const [, , path = '', url = ''] = process.argv
const folder = { path, file: (name: string): string => `${path}/${name}`, [Symbol.dispose]: () => undefined }
const parley = new AccountFixture({ folder, clock: systemClock })
const link = parley.link(parley.add('files', url))
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const answers = await Promise.all(Array.from({ length: 8 }, () => link.fetch()))
process.stdout.write(`${JSON.stringify({ statuses: answers.map(({ status }) => status), refusals: link.refusals.length })}\n`)
await parley.close()
process.exit(0)

import { systemClock } from '../../lib/clock'
import { withFileLock } from '../fileLock'

// Takes a file's lock, reports it, and holds it until killed.
const forever = new AbortController().signal
const hold = async (): Promise<void> => {
  process.stdout.write('held\n')
  await systemClock.sleep(2 ** 30, forever)
}
await withFileLock(process.argv[2] ?? '', systemClock, hold, forever)

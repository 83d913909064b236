// The server of the bare page (measures/barePage.ts): answers each line with the time, in milliseconds since 1970.
import { createInterface } from 'node:readline'

createInterface({ input: process.stdin }).on('line', () => process.stdout.write(`${Date.now()}\n`))

import { systemClock } from '../../lib/clock'
import { JsonFile } from '../jsonFile'

// Writes a file repeatedly until killed.
const file = new JsonFile({ path: process.argv[2] ?? '', clock: systemClock })
process.stdout.write('writing\n')
for (let round = 0; ; round++) file.edit([{ path: ['round'], value: { number: round, filler: 'x'.repeat(200_000) } }])

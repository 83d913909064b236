// Writes the licences of everything that is shipped and not ours to out/THIRD-PARTY-NOTICES.txt. `npm run build` ends with it. Plain Node 20.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesText, shippedPackages } from './lib/notices.mjs'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'out', 'THIRD-PARTY-NOTICES.txt'), noticesText(shippedPackages(root)))

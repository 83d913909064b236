// Writes the licences of all shipped code that is not ours to out/THIRD-PARTY-NOTICES.txt. It is the last step of `npm run build`. Plain
// Node 20.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesText, shippedPackages } from './lib/notices.mjs'

const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'out', 'THIRD-PARTY-NOTICES.txt'), noticesText(shippedPackages(root)))

// Writes what is known of models (main/models/modelsDev/snapshot.json) from a checkout of https://github.com/anomalyco/models.dev:
//   node scripts/modelCatalog.mjs FOLDER COMMIT DATE
// Nothing is downloaded. COMMIT and DATE (year-month-day) say which checkout it is.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogFrom } from './lib/modelCatalog.mjs'

const [checkout, commit, date] = process.argv.slice(2)
if (!checkout || !/^[0-9a-f]{7,40}$/.test(commit ?? '') || !/^\d{4}-\d\d-\d\d$/.test(date ?? '')) {
  console.error('Usage: node scripts/modelCatalog.mjs FOLDER COMMIT DATE')
  process.exit(1)
}
const folder = join(import.meta.dirname, '..', 'main', 'models', 'modelsDev')
writeFileSync(join(folder, 'snapshot.json'), catalogFrom(checkout, { commit, date }))
copyFileSync(join(checkout, 'LICENSE'), join(folder, 'LICENSE'))

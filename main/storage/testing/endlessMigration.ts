import { Database } from '../database'
import { migrations } from '../migrations'

// Migrates a database to a version whose last step changes every title, then writes until the process is killed.
const endless = `
  UPDATE conversation SET title = 'half done';
  CREATE TABLE later AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, hex(randomblob(200)) AS filler FROM n;`
new Database(process.argv[2] ?? '', { steps: [...migrations, endless], freeBytes: () => Number.MAX_SAFE_INTEGER })

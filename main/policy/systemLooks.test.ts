import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { whyUnsafe } from './systemLooks'

it.skipIf(process.platform === 'win32')(
  'a file of this system is safe where only root may write, and one in a folder for all is not',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-safe-'))
    try {
      writeFileSync(join(folder, 'policy.json'), '{}')
      expect([await whyUnsafe('/etc/passwd'), await whyUnsafe(join(folder, 'policy.json'))]).toEqual([
        undefined,
        expect.stringMatching(/may write to|does not belong to root/),
      ])
      await expect(whyUnsafe(join(folder, 'gone'))).resolves.toEqual(expect.any(String))
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkFilePermissions } from './checkFilePermissions'

it.skipIf(process.platform === 'win32')(
  'a file of this system is safe where only root may write, and one in a folder for all is not',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-safe-'))
    try {
      writeFileSync(join(folder, 'policy.json'), '{}')
      expect([await checkFilePermissions('/etc/passwd'), await checkFilePermissions(join(folder, 'policy.json'))]).toEqual([
        undefined,
        { id: expect.stringMatching(/^policy\.unsafe\.(everybody|group|notRoot)$/), params: { path: expect.any(String) } },
      ])
      await expect(checkFilePermissions(join(folder, 'gone'))).resolves.toMatchObject({ id: expect.any(String) })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

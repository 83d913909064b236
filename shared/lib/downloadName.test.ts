import { expect, it } from 'vitest'
import { downloadName } from './downloadName'

// Catches code that is saved as "code.js.txt", and a stranger's name that starts a program.
it('I10: keeps the extension of code, and no other that starts something', () => {
  expect(['code.js', 'code.sh', 'code.py', 'evil.js', '../code.sh', 'code.js.exe'].map(downloadName)).toEqual([
    'code.js',
    'code.sh',
    'code.py',
    'evil.js.txt',
    'code.sh.txt',
    'code.js.exe.txt',
  ])
})

import { expect, it } from 'vitest'
import { codeFileName } from './codeFileName'

// Catches code that opens in the wrong program, and a fence whose words become a name.
it('names a file of code by its language, whatever the fence says', () => {
  const languages = ['python', 'JS', 'zsh', 'svg', 'c++', undefined, 'constructor', '../../x.exe']
  expect(languages.map(codeFileName)).toEqual(['code.py', 'code.js', 'code.sh', 'code.svg', 'code.cpp', 'code.txt', 'code.txt', 'code.txt'])
})

import { expect, it } from 'vitest'
import { reachedImports } from './lib/valueImports'

// Catches: the page imports a value from a file with schemas. The end-to-end specs find it only in the built page, without saying whence.
it('no module that the page loads, now or later, imports Zod', () => {
  const { modules, imports } = reachedImports(['renderer/start.tsx'])
  expect([modules > 500, imports.filter(({ imported }) => imported === 'zod').map(({ way }) => way)]).toEqual([true, []])
})

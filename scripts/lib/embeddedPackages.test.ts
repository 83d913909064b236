import { expect, it } from 'vitest'
import { packagesNamedIn } from './embeddedPackages.mjs'

it('finds the packages that another one has copied into itself, whichever bundler it used', () => {
  const code = [
    '//#region ../../node_modules/.pnpm/ajv-formats@3.0.1_ajv@8.18.0/node_modules/ajv-formats/dist/formats.js',
    '\t//#region node_modules/inline-style-parser/esm/index.mjs',
    '// node_modules/.pnpm/@scope+name@1.0.0/node_modules/@scope/name/index.js',
    '//#region src/own.ts',
    "const path = 'node_modules/quoted/index.js'",
    '// what lies in node_modules is not ours',
  ].join('\n')
  expect(packagesNamedIn(code)).toEqual(['ajv-formats', 'inline-style-parser', '@scope/name'])
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RendererFiles } from './rendererFiles'

it('B11: only the files of the page are found, each by its one name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  for (const path of ['secret.json', 'page/index.html', 'page/mark.svg', 'page/assets/app.js', 'page/notes.txt'])
    writeFileSync(join(folder, path), '')
  symlinkSync(join(folder, 'secret.json'), join(folder, 'page', 'link.json'))
  const files = new RendererFiles(join(folder, 'page'), { theme: () => 'system', language: () => 'system' })
  rmSync(folder, { recursive: true })
  const strange = [
    '/../secret.json',
    '/..%2fsecret.json',
    '/%2e%2e/secret.json',
    String.raw`/..\secret.json`,
    '/assets/../mark.svg',
    '//mark.svg',
    '/MARK.svg',
    '/mark.svg%00',
    '/mark.svg\0',
    '/link.json',
    '/notes.txt',
    '/index.html',
    '/__proto__',
    'mark.svg',
    '',
  ]
  expect([strange.filter((path) => files.find(path)), files.find('/mark.svg')?.type, files.find('/assets/app.js')?.type]).toEqual([
    [],
    'image/svg+xml',
    'text/javascript; charset=utf-8',
  ])
})

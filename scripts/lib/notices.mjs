// The licences of all shipped code that is not ours: the packages in each bundle and the packages that they contain (its build lists both),
// the packages that style sheets import (including fonts), and the packages that are shipped unbundled.
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Packages without a licence text, each with a package of the same authors that has the text. */
const textIsIn = {
  '@ai-sdk/provider-utils': '@ai-sdk/provider',
  'react-remove-scroll-bar': 'react-remove-scroll',
}

/** Packages that exist only inside other packages, without a licence file. These are the terms that their package.json names. */
const embeddedOnly = {
  'ansi-sequence-parser': { version: '1.1.3', identifier: 'MIT', text: mit('Blake Mealey') },
  'chevrotain-allstar': { version: '0.5.0', identifier: 'MIT', text: mit('TypeFox GmbH') },
  fastdom: { version: '1.0.12', identifier: 'MIT', text: mit('Wilson Page') },
  langium: { version: '4.4.0', identifier: 'MIT', text: mit('TypeFox GmbH') },
  'vscode-jsonrpc': { version: '9.0.3', identifier: 'MIT', text: mit('Microsoft Corporation') },
  'vscode-languageserver-protocol': { version: '3.18.4', identifier: 'MIT', text: mit('Microsoft Corporation') },
  'vscode-languageserver-textdocument': { version: '1.0.15', identifier: 'MIT', text: mit('Microsoft Corporation') },
  'vscode-languageserver-types': { version: '3.18.4', identifier: 'MIT', text: mit('Microsoft Corporation') },
  'vscode-uri': { version: '3.1.0', identifier: 'MIT', text: mit('Microsoft Corporation') },
}

/** Packages whose package.json does not name the licence that their text is. */
const identifierIs = { khroma: 'MIT' }

/** Packages whose licence stands in their README or their repository alone. */
const inReadme = { isarray: mit('2013 Julian Gruber'), 'remark-math': mit('2017 Junyoung Choi <fluke8259@gmail.com>') }

const heading = `Third-party notices of Parley

Parley contains the packages and fonts below, under these licences. Electron's and Chromium's own licences lie beside the program, in
LICENSE.electron.txt and LICENSES.chromium.html.
`

/** Returns everything that is shipped, as `{ name, version, identifier?, text? }`. Call it after the build. */
export function shippedPackages(root) {
  return [
    ...bundledPackages(root),
    ...copiedPackages(root),
    ...styledPackages(root),
    ...wholePackages(root),
    modelCatalog(root),
    formulaFonts(root),
  ]
}

/** Returns the data about models, which no package brings. */
function modelCatalog(root) {
  const folder = join(root, 'main', 'models', 'modelsDev')
  const { date } = JSON.parse(readFileSync(join(folder, 'snapshot.json'), 'utf8'))
  return { name: 'models.dev', version: date, identifier: 'MIT', text: readFileSync(join(folder, 'LICENSE'), 'utf8') }
}

/** Returns the fonts of formulas. Their licence is not that of their package, and stands in the font files alone. */
function formulaFonts(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'katex', 'package.json'), 'utf8'))
  const license = readFileSync(join(root, 'node_modules', '@fontsource', 'inter', 'LICENSE'), 'utf8')
  const terms = license.slice(license.indexOf('This Font Software is licensed'))
  const holders = `Copyright (c) 2009-2010, Design Science, Inc. (<www.mathjax.org>)
Copyright (c) 2014-2018 Khan Academy (<www.khanacademy.org>),
with Reserved Font Names KaTeX_AMS, KaTeX_Caligraphic, KaTeX_Fraktur, KaTeX_Main, KaTeX_Math, KaTeX_SansSerif, KaTeX_Script, KaTeX_Size1 to
KaTeX_Size4 and KaTeX_Typewriter.`
  return { name: 'KaTeX fonts', version, identifier: 'OFL-1.1', text: `${holders}\n\n${terms}` }
}

/** Returns the packages that each bundle's build has listed (build.license of Vite). */
function bundledPackages(root) {
  return listsOf(root, 'licenses.json')
}

/** Returns the packages that other packages contain. Their versions are unknown, but the installed version has the same licence. */
function copiedPackages(root) {
  return [...new Set(listsOf(root, 'embedded.json'))].map((name) => {
    const folder = join(root, 'node_modules', name)
    return existsSync(folder) ? packageIn(folder) : { name, version: '', ...embeddedOnly[name] }
  })
}

function listsOf(root, file) {
  return ['main', 'preload', 'renderer', 'frames'].flatMap((side) => JSON.parse(readFileSync(join(root, 'out', side, file), 'utf8')))
}

/** Returns the packages that the page's style sheets import. No bundle lists them. */
export function styledPackages(root) {
  const sheets = globSync('renderer/**/*.css', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const names = sheets.flatMap((sheet) => [...sheet.matchAll(/@import\s+['"]((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name))
  return [...new Set(names)].map((name) => packageIn(join(root, 'node_modules', name)))
}

/** Returns the packages that are shipped without bundling: those that npm installed for `dependencies`. */
function wholePackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([, { dev, devOptional }]) => !dev && !devOptional)
    .map(([path]) => packageIn(join(root, path)))
}

function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  return { name, version, identifier: license, ...(file && { text: readFileSync(join(folder, file), 'utf8').trim() }) }
}

/**
 * Pure: returns the text of the notices.
 * @throws {Error} with the names of the packages that have no licence text.
 */
export function noticesText(packages) {
  const all = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
  const texts = new Map(packages.map(({ name, text }) => [name, text]))
  const entries = [...all.values()].map((each) => ({
    ...each,
    identifier: each.identifier ?? identifierIs[each.name],
    text: each.text ?? texts.get(textIsIn[each.name]) ?? inReadme[each.name],
  }))
  const silent = entries.filter(({ text, identifier }) => !text || !identifier)
  if (silent.length > 0) throw new Error(`There is no licence for ${silent.map(({ name }) => name).join(', ')} (scripts/lib/notices.mjs).`)
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return [heading, ...sorted.map(entryText)].join('\n')
}

function entryText({ name, version, identifier, text }) {
  return `${'-'.repeat(80)}\n${name} ${version} (${identifier})\n\n${text.replaceAll('\r\n', '\n')}\n`
}

function mit(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

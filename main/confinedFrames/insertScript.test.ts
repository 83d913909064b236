import { expect, it } from 'vitest'
import { insertScript } from './insertScript'

const S = '<script></script>'

it.each([
  ['<!doctype html><html lang="en"><head>', `<!doctype html>${S}<html lang="en"><head>`],
  [
    '\uFEFF \n<!-- a > b --><!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>',
    `\uFEFF \n<!-- a > b --><!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">${S}<p>`,
  ],
  ['<?xml version="1.0"?>\n<!-->\n<!doctype html>', `<?xml version="1.0"?>\n<!-->\n<!doctype html>${S}`],
  ['<!--x--!><!--->\n<!doctype html >', `<!--x--!><!--->\n<!doctype html >${S}`],
  ['<!doctype>', `<!doctype>${S}`],
])('L04: stands after the document type, wherever that is: %j', (html, expected) => {
  expect(insertScript(html, S)).toBe(expected)
})

it.each([
  '<p>x',
  '',
  'text <!doctype html>',
  '<html><!doctype html>',
  '<!doctypehtml',
  '<!doctype html',
  '<!-- <!doctype html>',
  '<script>1</script><!doctype html>',
])('L04: stands first where no document type counts: %j', (html) => {
  expect(insertScript(html, S)).toBe(S + html)
})

import { expect, it } from 'vitest'
import { headerFault, parameterHeaders } from './parameterHeaders'

const marked = (type: string, header = 'Region') => ({ type: 'object', properties: { a: { type, 'x-mcp-header': header } } })

it.each([
  ['a good mark', marked('string'), undefined],
  ['a mark deeper down', { type: 'object', properties: { a: marked('boolean') } }, undefined],
  ['no marks, and a default that looks like one', { type: 'object', properties: { a: { default: { 'x-mcp-header': 1 } } } }, undefined],
  ['a number', marked('number'), 'headerType'],
  ['an odd name', marked('string', 'a b'), 'headerName'],
  ['an empty name', marked('string', ''), 'headerName'],
  ['a mark in a list', { properties: { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'X' } } } }, 'headerMisplaced'],
  ['a mark in a choice', { oneOf: [marked('string')] }, 'headerMisplaced'],
  ['a mark on the whole', { type: 'string', 'x-mcp-header': 'X' }, 'headerMisplaced'],
  [
    'a name twice',
    { properties: { a: { type: 'string', 'x-mcp-header': 'X' }, b: { type: 'string', 'x-mcp-header': 'x' } } },
    'headerTwice',
  ],
])('HT-09: judges %s', (_what, schema, fault) => {
  expect(headerFault(schema)?.id).toBe(fault && `errors.parsing.${fault}`)
})

it.each([
  ['plain', 'plain'],
  [7, '7'],
  [true, 'true'],
  ['', '=?base64??='],
  [' outer ', `=?base64?${btoa(' outer ')}?=`],
  ['line\nbreak', `=?base64?${btoa('line\nbreak')}?=`],
  ['=?base64?x?=', `=?base64?${btoa('=?base64?x?=')}?=`],
  ['ü', `=?base64?${Buffer.from('ü').toString('base64')}?=`],
  [null, undefined],
  [1e300, undefined],
])('HT-07, HT-08: writes %j as a header', (value, header) => {
  expect(parameterHeaders(marked('string'), { a: value })).toEqual(header === undefined ? {} : { 'Mcp-Param-Region': header })
})

it.each(['x\r\nAuthorization: Bearer y', 'x\u0000', '\u2028', 'x'.repeat(10_000)])(
  'J24: an argument cannot add a header, nor change another (%j)',
  (value) => {
    const headers = parameterHeaders(marked('string'), { a: value })
    expect([Object.keys(headers), [...new Headers(headers)].length]).toEqual([['Mcp-Param-Region'], 1])
  },
)

it.each(['authorization', 'Cookie', 'mcp-session-id', 'Host'])('J24: a mark that names the header “%s” writes another one', (header) => {
  expect(Object.keys(parameterHeaders(marked('string', header), { a: 'x' }))).toEqual([`Mcp-Param-${header}`])
})

it.each(['a: b', 'a\r\nb', 'ä', ' a', 'a,b', '__proto__ '])('J24: a mark that is no name of a header (%j) costs its tool', (header) => {
  expect(headerFault(marked('string', header))).toEqual({ id: 'errors.parsing.headerName' })
})

import { expect, it } from 'vitest'
import { findCanaries } from './findCanaries'

const value = 'canary+value/with~signs and spaces'
const secrets = [{ name: 'token', value }]
const bytes = Buffer.from(value)

it.each([
  ['plain', `before ${value} after`],
  ['base64', Buffer.from(`user:${value}`).toString('base64')],
  ['base64', Buffer.from(`x${value}y`).toString('base64')],
  ['base64', Buffer.from(`xy${value}yz`).toString('base64')],
  ['URL-encoded', `?t=${encodeURIComponent(value)}`],
  ['hex', bytes.toString('hex')],
  ['hex', bytes.toString('hex').toUpperCase()],
])('finds a secret in its %s form', (form, place) => {
  expect(findCanaries(secrets, place)).toEqual([{ secret: 'token', form }])
  expect(findCanaries(secrets, Buffer.from(place))).toEqual([{ secret: 'token', form }])
})

it('finds a key by one of its lines, and nothing where there is nothing', () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIGH'.repeat(16)}\nshort\n-----END PRIVATE KEY-----\n`
  expect(findCanaries([{ name: 'key', value: key }], JSON.stringify({ key }))).toEqual([{ secret: 'key', form: 'plain' }])
  expect(findCanaries(secrets, 'canary value')).toEqual([])
})

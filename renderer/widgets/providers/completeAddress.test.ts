import { expect, it } from 'vitest'
import { completeAddress } from './completeAddress'

it('completes the address of a program of this computer, and of nothing else: what is asked may be told a key', () => {
  const typed = [
    ' 127.0.0.1:8791 ',
    'localhost',
    'LocalHost:8000/v1',
    '[::1]:80',
    'localhost.evil.example',
    '127.0.0.1.evil',
    'api.example',
    'https://a.example/v1',
  ]
  expect(typed.map(completeAddress)).toEqual([
    'http://127.0.0.1:8791',
    'http://localhost',
    'http://LocalHost:8000/v1',
    'http://[::1]:80',
    'localhost.evil.example',
    '127.0.0.1.evil',
    'api.example',
    'https://a.example/v1',
  ])
})

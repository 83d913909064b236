import { expect, it } from 'vitest'
import { readProxyList } from './readProxyList'

it.each([
  ['DIRECT', undefined],
  ['', undefined],
  ['PROXY proxy.example:3128', 'http://proxy.example:3128'],
  ['HTTPS proxy.example:443;DIRECT', 'https://proxy.example:443'],
  ['SOCKS5 [::1]:1080', 'socks5://[::1]:1080'],
  ['SOCKS4 old.example:1080; PROXY new.example:8080', 'http://new.example:8080'],
  ['SOCKS4 old.example:1080; DIRECT', undefined],
  ['QUIC only.example:443', 'quic://only.example:443'],
])('reads “%s” as Chromium means it', (list, proxy) => {
  expect(readProxyList(list)).toBe(proxy)
})

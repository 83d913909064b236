import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chooseProxy, envProxy } from './envProxy'

const proxy = 'http://proxy.example:3128'

const names = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']
const setEnvironment = (env: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}
beforeEach(() =>
  setEnvironment(
    Object.fromEntries(
      names.flatMap((name) => [
        [name, ''],
        [name.toUpperCase(), ''],
      ]),
    ),
  ),
)
afterEach(() => {
  vi.unstubAllEnvs()
})

it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['https://a.example/', {}, undefined],
  ['https://a.example/', { HTTPS_PROXY: proxy }, proxy],
  ['https://a.example/', { https_proxy: proxy, HTTPS_PROXY: 'http://other' }, proxy],
  ['https://a.example/', { https_proxy: '', HTTPS_PROXY: proxy }, proxy],
  ['https://a.example/', { HTTP_PROXY: proxy }, undefined],
  ['http://a.example/', { HTTP_PROXY: proxy }, proxy],
  ['http://a.example/', { HTTPS_PROXY: proxy }, undefined],
  ['https://a.example/', { ALL_PROXY: 'socks5://b:1080' }, 'socks5://b:1080'],
  ['https://a.example/', { HTTPS_PROXY: 'proxy.example:3128' }, proxy],
  ['http://a.example/', { ALL_PROXY: 'proxy.example:3128' }, proxy],
  ['https://a.example/', { HTTPS_PROXY: 'https://proxy.example:3128' }, 'https://proxy.example:3128'],
])('asks for %s with %j through %s', (url, env, expected) => {
  setEnvironment(env)
  expect(envProxy(new URL(url))).toBe(expected)
})

it.each<[string, string, boolean]>([
  ['a.example', 'https://a.example/', true],
  ['a.example', 'https://A.EXAMPLE./', true],
  ['example', 'https://a.example/', true],
  ['.example', 'https://a.example/', true],
  ['.a.example', 'https://a.example/', true],
  ['example', 'https://a.b.example/', true],
  ['*.example', 'https://a.example/', true],
  ['other, a.example b.example', 'https://b.example/', true],
  ['a.example:8443', 'https://a.example:8443/', true],
  ['a.example:443', 'https://a.example/', true],
  ['*', 'https://a.example/', true],
  ['10.0.0.5', 'http://10.0.0.5/', true],
  ['[fd00::1]:8080', 'http://[fd00::1]:8080/', true],
  ['[fd00::1]', 'http://[fd00::1]/', true],
  ['a.example:8443', 'https://a.example/', false],
  ['a.example', 'https://not-a.example/', false],
  ['a.example', 'https://example/', false],
  ['a.example', 'https://a.example.attacker.test/', false],
  ['', 'https://a.example/', false],
])('NO_PROXY “%s”: %s is excepted: %s', (NO_PROXY, url, excepted) => {
  setEnvironment({ ALL_PROXY: proxy, NO_PROXY })
  expect(envProxy(new URL(url)) === undefined).toBe(excepted)
})

it.each<[string, string, Readonly<Record<string, string>>, string | undefined]>([
  ['the settings where the environment names none', 'https://a.example/', { NO_PROXY: '*' }, 'http://settings.example'],
  ['the environment where it names one', 'https://a.example/', { HTTPS_PROXY: proxy }, proxy],
  ['nothing where the environment excepts it', 'https://a.example/', { HTTPS_PROXY: proxy, NO_PROXY: 'a.example' }, undefined],
  ['nothing for this computer', 'http://127.0.0.1:3000/', { HTTP_PROXY: proxy }, undefined],
  ['nothing for this computer by name', 'https://app.localhost./', {}, undefined],
  ['nothing for this computer in IPv6', 'http://[::1]/', { ALL_PROXY: proxy }, undefined],
])('takes the word of %s', async (_whose, url, env, expected) => {
  setEnvironment(env)
  expect(await chooseProxy(new URL(url), () => 'http://settings.example')).toBe(expected)
})

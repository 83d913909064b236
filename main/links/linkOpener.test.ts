import { expect, it } from 'vitest'
import { LinkOpener } from './linkOpener'

it('EL-20, H07, SE-12: hands the parsed address to the system browser, once', async () => {
  const opened: string[] = []
  const opener = new LinkOpener({
    openUrl: async (url) => {
      opened.push(url)
    },
  })
  await expect(opener.open('HTTPS://example.org/a b', 'page')).resolves.toBe('opened')
  expect(opened).toEqual(['https://example.org/a%20b'])
})

it('A02: never reaches the system with an address that was refused', async () => {
  const opened: string[] = []
  const opener = new LinkOpener({
    openUrl: async (url) => {
      opened.push(url)
    },
  })
  await expect(opener.open('file:///C:/Windows/System32/calc.exe', 'chatLink')).rejects.toMatchObject({ code: 'LINK_REFUSED' })
  expect(opened).toEqual([])
})

it('leaves the opening to the page where the shell cannot', async () => {
  await expect(new LinkOpener({}).open('https://example.org', 'chatLink')).resolves.toEqual({ inPage: 'https://example.org/' })
})

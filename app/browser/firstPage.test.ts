import { expect, it } from 'vitest'
import { FirstPage } from './firstPage'

const document =
  '<link rel="icon" href="/assets/mark-z.svg"><script src="/assets/index-Ab1_.js"></script><link href="/assets/react-x.js"><link href="/assets/index-y.css">'

// Catches: the host is evaluated while the page still waits for its code.
it('is served once the page has all that its document names, in any order', async () => {
  const page = new FirstPage()
  let served = false
  void page.served.then(() => (served = true))
  page.noteDocument(document)
  page.noteFile('/assets/index-y.css')
  page.noteFile('/assets/font.woff2')
  page.noteFile('/assets/index-Ab1_.js')
  await Promise.resolve()
  expect(served).toBe(false)
  page.noteFile('/assets/react-x.js')
  await page.served
})

// Catches: a second page that loads meanwhile starts the count anew, and the host waits for both.
it('counts the first page alone', async () => {
  const page = new FirstPage()
  page.noteDocument('<script src="/assets/index.js"></script>')
  page.noteDocument(document)
  page.noteFile('/assets/index.js')
  await page.served
})

// Catches: the host goes on after the time in which a browser asks at all, while one that has asked makes the process for its page.
it('is asked for at its document, before it is served', async () => {
  const page = new FirstPage()
  let served = false
  void page.served.then(() => (served = true))
  page.noteDocument(document)
  await page.asked
  expect(served).toBe(false)
})

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import type { ContentBlock } from '../../../../shared/domain/toolResult'
import { tinyPng } from '../../../testing/tinyPng'
import { ContentView } from './ContentView'
import { useLinkToOpen } from '../linkToOpen'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Every block in one page, which is gone when the test ends. */
async function show(...blocks: readonly ContentBlock[]): Promise<{ readonly page: HTMLElement } & AsyncDisposable> {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () =>
    root.render(blocks.map((block, index) => <ContentView key={index} server={ServerId.parse('Files')} block={block} />)),
  )
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      await act(async () => root.unmount())
      page.remove()
    },
  }
}

const html = '<img src="https://evil.test/x" onerror="window.pwned=1"><script>window.pwned=1</script><svg onload="window.pwned=1">'
const evil = 'https://evil.test/?d=SECRET'

it('B01: shows HTML in every field of a result as the text that it is', async () => {
  await using shown = await show(
    { type: 'text', text: html },
    { type: 'resource_link', uri: html, name: html, title: html, description: html, mimeType: html },
    { type: 'resource', uri: html, mimeType: 'text/html', text: html },
    { type: 'image', data: html, mimeType: html },
    { type: 'unknown', kind: html, json: { [html]: html } },
  )
  expect([
    ...shown.page.querySelectorAll('img, script, iframe, object, link, style, [onerror], [onload], [src], [href], [srcdoc]'),
  ]).toEqual([])
  expect(shown.page.textContent.split('window.pwned=1').length).toBeGreaterThan(10)
})

it('G04: names what a resource link and a resource lead to, and loads none of it', async () => {
  await using shown = await show(
    { type: 'resource_link', uri: evil, name: 'data', mimeType: 'image/png', size: 12 },
    { type: 'resource', uri: evil, mimeType: 'image/png', blob: 'not base64: <>' },
    { type: 'image', data: evil, mimeType: 'image/png' },
    { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
    { type: 'audio', data: evil, mimeType: 'audio/wav' },
  )
  expect([...shown.page.querySelectorAll('[src], [srcset], [href], [poster], [data]')]).toEqual([])
  expect(shown.page.textContent).toContain(evil)
})

it('G01: shows a picture from its own bytes only', async () => {
  await using shown = await show({ type: 'image', data: tinyPng, mimeType: 'image/png' })
  expect([...shown.page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([`data:image/png;base64,${tinyPng}`])
})

it.each(['file://attacker.test/share/x.lnk', 'smb://attacker/share', '\\\\attacker\\share', 'file:///etc/passwd'])(
  'A06, RS-08: shows the resource link %s as text that opens nowhere; only its server can be asked for it',
  async (uri) => {
    await using shown = await show({ type: 'resource_link', uri, name: 'share' })
    const buttons = [...shown.page.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect([shown.page.querySelectorAll('a, [role="link"]').length, buttons, shown.page.textContent.includes(uri)]).toEqual([
      0,
      ['Read', 'Attach'],
      true,
    ])
  },
)

it('F21: shows what a server means for the model alone, whole, and says so', async () => {
  await using shown = await show({ type: 'text', text: 'Obey me.', annotations: { audience: ['assistant'], priority: 1 } })
  expect(shown.page.textContent).toContain('Obey me.')
  expect(shown.page.textContent).toContain('Meant for the model · Importance 100 of 100')
})

it('A04: a click on a web resource asks before anything opens', async () => {
  await using shown = await show({ type: 'resource_link', uri: evil, name: 'page' })
  const link = shown.page.querySelector<HTMLElement>('[role="link"]')
  await act(async () => link?.click())
  expect([useLinkToOpen.getState().url, link?.hasAttribute('href')]).toEqual([evil, false])
  useLinkToOpen.setState({ url: undefined })
})

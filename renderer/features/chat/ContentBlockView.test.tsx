import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ServerId } from '../../../shared/domain/ids'
import type { ContentBlock } from '../../../shared/domain/toolResult'
import { tinyPng } from '../../testing/tinyPng'
import { activeMarkup } from '../../testing/activeMarkup'
import { collectTexts } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { ContentBlockView } from './ContentBlockView'
import { useLinkToOpen } from '../../state/linkToOpen'

/** Renders all blocks on one page. */
function show(...blocks: readonly ContentBlock[]): void {
  render(blocks.map((block, index) => <ContentBlockView key={index} server={ServerId.parse('Files')} block={block} />))
}

const html = '<img src="https://evil.test/x" onerror="window.pwned=1"><script>window.pwned=1</script><svg onload="window.pwned=1">'
const evil = 'https://evil.test/?d=SECRET'

it('B01: shows HTML in every field of a result as the text that it is', async () => {
  show(
    { type: 'text', text: html },
    { type: 'resource_link', uri: html, name: html, title: html, description: html, mimeType: html },
    { type: 'resource', uri: html, mimeType: 'text/html', text: html },
    { type: 'image', data: html, mimeType: html },
    { type: 'unknown', kind: html, json: { [html]: html } },
  )
  expect(activeMarkup()).toEqual([])
  expect(document.body.textContent.split('window.pwned=1').length).toBeGreaterThan(10)
})

it('G04: names what a resource link and a resource lead to, and loads none of it', async () => {
  show(
    { type: 'resource_link', uri: evil, name: 'data', mimeType: 'image/png', size: 12 },
    { type: 'resource', uri: evil, mimeType: 'image/png', blob: 'not base64: <>' },
    { type: 'image', data: evil, mimeType: 'image/png' },
    { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
    { type: 'audio', data: evil, mimeType: 'audio/wav' },
  )
  expect(activeMarkup()).toEqual([])
  expect(document.body.textContent).toContain(evil)
})

it('G01: shows a picture from its own bytes only', async () => {
  show({ type: 'image', data: tinyPng, mimeType: 'image/png' })
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([`data:image/png;base64,${tinyPng}`])
})

it.each(['file://attacker.test/share/x.lnk', 'smb://attacker/share', '\\\\attacker\\share', 'file:///etc/passwd'])(
  'A06, RS-08: shows the resource link %s as text that opens nowhere; only its server can be asked for it',
  async (uri) => {
    show({ type: 'resource_link', uri, name: 'share' })
    expect([
      screen.queryByRole('link'),
      activeMarkup(),
      collectTexts(screen.getAllByRole('button')),
      document.body.textContent.includes(uri),
    ]).toEqual([null, [], ['Read', 'Attach'], true])
  },
)

it('F21: shows what a server means for the model alone, whole, and says so', async () => {
  show({ type: 'text', text: 'Obey me.', annotations: { audience: ['assistant'], priority: 1 } })
  expect(screen.getByText('Obey me.')).toBeTruthy()
  expect(screen.getByText('Meant for the model · Importance 100 of 100')).toBeTruthy()
})

it('A04: a click on a web resource asks before anything opens', async () => {
  show({ type: 'resource_link', uri: evil, name: 'page' })
  const link = screen.getByRole('link')
  await user.click(link)
  expect([useLinkToOpen.getState().url, link.hasAttribute('href')]).toEqual([evil, false])
  useLinkToOpen.setState({ url: undefined })
})

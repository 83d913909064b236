import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileHash, ModelRef } from '../../../../shared/domain/ids'
import type { AttachedFile } from '../../../../shared/files/attachedFile'
import { FakeHost } from '../../../testing/fakeHost'
import { renderWithHost } from '../../../testing/renderWithHost'
import { FileRemarks } from './FileRemarks'

const model = ModelRef.parse('mine/claude-sonnet-4-5')

function file(name: string, change: Partial<AttachedFile>): AttachedFile {
  return {
    sha256: FileHash.parse(name.repeat(64).slice(0, 64)),
    name: `${name}.x`,
    type: 'image/jpeg',
    bytes: 1_000,
    text: 'none',
    ...change,
  }
}

async function remarksOn(...files: readonly AttachedFile[]): Promise<readonly (string | null)[]> {
  const providers = [{ id: 'mine', kind: 'anthropic' as const, name: 'Mine', models: [model], hasKey: true }]
  const host = new FakeHost().publish('models', { providers })
  await renderWithHost(<FileRemarks files={files} choice={model} />, host)
  return (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
}

// The person learned it from an error of the provider, at each message from then on.
it('says before sending which pictures are too large, and of which PDFs only the text goes, alone and together', async () => {
  const pdf = { type: 'application/pdf', text: 'whole' } as const
  expect(
    await remarksOn(
      file('a', { bytes: 4_000_000 }),
      file('b', { width: 8_001, height: 1 }),
      file('c', { ...pdf, pages: 60 }),
      file('d', { ...pdf, pages: 101, text: 'none' }),
      file('e', { ...pdf, pages: 60 }),
      file('f', {}),
    ),
  ).toEqual([
    '“claude-sonnet-4-5” does not get “a.x”: a picture may have 3.8 MB at most.',
    '“claude-sonnet-4-5” does not get “b.x”: a picture may have 8,000 pixels along an edge at most.',
    'Of “c.x” only the text is sent: “claude-sonnet-4-5” takes 100 pages of PDFs in a request at most.',
    '“claude-sonnet-4-5” does not get “d.x”: it takes 100 pages of PDFs in a request at most, and there is no text to send instead.',
  ])
})

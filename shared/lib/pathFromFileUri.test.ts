import { expect, it } from 'vitest'
import { pathFromFileUri } from './pathFromFileUri'

it('shows a shared folder as the path that people know', () => {
  const uris = ['file:///home/dana/my%20code', 'file:///C:/Users/Dana', 'file://server/share/a', 'file:///a%zz', 'no address']
  expect(uris.map(pathFromFileUri)).toEqual(['/home/dana/my code', 'C:\\Users\\Dana', '\\\\server\\share\\a', 'file:///a%zz', 'no address'])
})

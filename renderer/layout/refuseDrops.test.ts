import { expect, it, onTestFinished } from 'vitest'
import { refuseDrops } from './refuseDrops'

/** Whether the browser would do with a drop what it does by itself. */
function isLeftToBrowser(onto: Element, types: readonly string[]): boolean {
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { types } })
  return onto.dispatchEvent(event)
}

it('B09: no file and no address that is dropped opens in the place of the page, and text can be dropped into a field', () => {
  onTestFinished(refuseDrops(window))
  const field = document.createElement('textarea')
  document.body.append(field)
  const outcomes = [document.body, field].map((onto) =>
    [['Files'], ['text/uri-list', 'text/plain'], ['text/html', 'Files'], ['text/plain']].map((types) => isLeftToBrowser(onto, types)),
  )
  field.remove()
  expect(outcomes).toEqual([
    [false, false, false, false],
    [false, true, false, true],
  ])
})

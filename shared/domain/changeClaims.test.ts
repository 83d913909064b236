import { expect, it } from 'vitest'
import { changeClaims } from './changeClaims'

// Catches: the page of a server says "may destroy" in its server's name where the dialog says that the server leaves it open.
it('TL-10, TL-11: claims nothing that a server did not say, and warns where it leaves out whether it destroys', () => {
  expect([
    changeClaims({ readOnlyHint: false }),
    changeClaims({ destructiveHint: true }),
    changeClaims({ readOnlyHint: false, destructiveHint: false }),
  ]).toEqual([['changes', 'unsaidDestroys'], ['mayDestroy'], ['changes']])
})

it('says nothing of a tool about which its server says nothing', () => {
  expect([changeClaims(undefined), changeClaims({})]).toEqual([[], []])
})

// Catches: a list of tools that may destroy something, with one that is said to read only and nothing else.
it('leaves out neither of two things that do not go together', () => {
  expect([
    changeClaims({ readOnlyHint: true, destructiveHint: true }),
    changeClaims({ readOnlyHint: true, destructiveHint: false }),
  ]).toEqual([['readOnly', 'mayDestroy'], ['readOnly']])
})

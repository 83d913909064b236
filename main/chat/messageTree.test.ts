import { describe, expect, it } from 'vitest'
import { MessageId } from '../../shared/domain/ids'
import { MessageTree, type MessageNode } from './messageTree'

const id = (number: number) => MessageId.parse(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)
const node = (number: number, parent: number | null): MessageNode => ({ id: id(number), parent: parent === null ? null : id(parent) })

/** 1 → 2 → 3 → 4, another answer 5 in place of 2, and 6 and 7 after it in two versions. */
const tree = new MessageTree([node(1, null), node(2, 1), node(3, 2), node(4, 3), node(5, 1), node(6, 5), node(7, 5)])

describe('a tree of messages', () => {
  it('leads from the first message to the leaf', () => {
    expect(tree.pathTo(id(4))).toEqual([1, 2, 3, 4].map(id))
    expect(tree.pathTo(id(6))).toEqual([1, 5, 6].map(id))
  })

  it('shows the newest path when the leaf is unknown, so that a damaged row hides no conversation', () => {
    expect(tree.pathTo(null)).toEqual([1, 5, 7].map(id))
    expect(tree.pathTo(id(99))).toEqual([1, 5, 7].map(id))
    expect(new MessageTree([]).pathTo(null)).toEqual([])
  })

  it('counts versions in the order in which they were made, also of the first message', () => {
    expect(tree.versionsOf(id(5))).toEqual([2, 5].map(id))
    expect(new MessageTree([node(1, null), node(2, null)]).versionsOf(id(2))).toEqual([1, 2].map(id))
    expect(tree.versionsOf(id(99))).toEqual([])
  })

  it('goes down to the version that was made last', () => {
    expect(tree.newestLeaf(id(2))).toEqual(id(4))
    expect(tree.newestLeaf(id(5))).toEqual(id(7))
  })

  it('ends on a circle, and takes a message whose parent is gone for a first one', () => {
    const circle = new MessageTree([node(1, 2), node(2, 1)])
    expect([circle.pathTo(id(1)), circle.newestLeaf(id(1))]).toEqual([[2, 1].map(id), id(2)])
    expect(new MessageTree([node(1, 9), node(2, 1)]).pathTo(id(2))).toEqual([1, 2].map(id))
  })
})

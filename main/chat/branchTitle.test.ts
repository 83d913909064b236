import { expect, it } from 'vitest'
import { branchTitle } from './branchTitle'

it('numbers branches, also branches of branches, without ever giving a title twice', () => {
  expect(branchTitle('Plan', new Set(['Plan']))).toBe('Plan (2)')
  expect(branchTitle('Plan (2)', new Set(['Plan', 'Plan (2)', 'Plan (3)']))).toBe('Plan (4)')
  expect(branchTitle('', new Set(['']))).toBe('')
})

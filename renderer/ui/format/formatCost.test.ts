import { expect, it } from 'vitest'
import { formatAboutCost, formatCost } from './formatCost'

it('gives a small cost the digits that say something, and none the look of nothing', () => {
  expect([0, 0.000_04, 0.001_234, 0.012_34, 0.119_9, 1.2, 1_234.567].map(formatCost)).toEqual([
    '$0.00',
    'under $0.0001',
    '$0.0012',
    '$0.012',
    '$0.12',
    '$1.20',
    '$1,234.57',
  ])
})

it('says about how much, or under what it is, and not both', () => {
  expect([0.000_04, 0.012_34].map(formatAboutCost)).toEqual(['under $0.0001', 'about $0.012'])
})

import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { collectTexts } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { Markdown } from '../Markdown'
import { sortRows } from './sortRows'
import { tableToCsv } from '../../../shared/lib/tableToCsv'

const sorted = (cells: readonly string[], direction: 'ascending' | 'descending' = 'ascending') =>
  sortRows(
    cells.map((cell) => [cell]),
    { column: 0, direction },
    'en',
  ).map((index) => cells[index])

it('sorts numbers by size whatever is written around them, and texts by the alphabet', () => {
  expect(sorted(['$1,200.50', '$90', '', '$1,000'])).toEqual(['$90', '$1,000', '$1,200.50', ''])
  expect(sorted(['12 %', '3,5 %', '−4 %'])).toEqual(['−4 %', '3,5 %', '12 %'])
  expect(sorted(['1.234.567', '1.5', '20'])).toEqual(['1.5', '20', '1.234.567'])
  expect(sorted(['pear', 'Äpfel', '', 'fig'], 'descending')).toEqual(['pear', 'fig', 'Äpfel', ''])
  expect(sorted(['v10', 'v9', 'v1'])).toEqual(['v1', 'v9', 'v10'])
})

it('G06: writes cells so that a spreadsheet reads them back, and runs none', () => {
  expect(
    tableToCsv([
      ['a,b', 'say "x"'],
      ['=1+1', '-5'],
      ['@SUM(A1)', '+49 30 1234'],
      ['pay\u202Eme', '-2,5 %'],
    ]),
  ).toBe('"a,b","say ""x"""\r\n\'=1+1,-5\r\n\'@SUM(A1),\'+49 30 1234\r\npayme,"-2,5 %"')
})

// Catches: a formula in the middle of a cell, which a spreadsheet that ends cells at `;` or a tab takes for one of its own.
it('G06: a spreadsheet that ends cells elsewhere runs none either', () => {
  expect(
    tableToCsv([
      ["x;=cmd|' /C calc'!A0", 'a\t =1+1'],
      ['x; -5', 'a;b; @SUM(A1);-x'],
    ]),
  ).toBe(`"x;'=cmd|' /C calc'!A0","a\t '=1+1"\r\n"x; -5","a;b; '@SUM(A1);'-x"`)
})

// Catches: a table of 120 rows whose box ends below the 13th, and that looks as if it had no more.
it('says how many rows a table has that scrolls by itself', () => {
  const said = (rows: number): string | undefined => {
    const text = `| Name |\n|---|\n${'| a |\n'.repeat(rows)}`
    const { container, unmount } = render(<Markdown text={text} onLink={() => undefined} />)
    const words = container.querySelector<HTMLElement>('[data-rows]')?.dataset['rows']
    unmount()
    return words
  }
  expect([said(12), said(13), said(120)]).toEqual([undefined, '13 rows', '120 rows'])
})

it('sorts a table by a press on its head: up, down, and as it was written', async () => {
  render(<Markdown text={'| Name | [Link](https://a.example) |\n|---|---|\n| b | 1 |\n| **a** | 2 |\n'} onLink={() => undefined} />)
  const cells = () => collectTexts(screen.getAllByRole('cell')).join(' ')
  const head = screen.getByRole('button', { name: 'Name' })
  const seen = []
  for (let press = 0; press < 4; press += 1) {
    seen.push([screen.getByRole('columnheader', { name: 'Name' }).ariaSort, cells()])
    await user.click(head)
  }
  expect(seen).toEqual([
    ['none', 'b 1 a 2'],
    ['ascending', 'a 2 b 1'],
    ['descending', 'b 1 a 2'],
    ['none', 'b 1 a 2'],
  ])
  expect(within(screen.getByRole('columnheader', { name: 'Link' })).getByRole('link')).toBeTruthy()
})

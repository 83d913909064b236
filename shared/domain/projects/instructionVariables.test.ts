import { expect, it } from 'vitest'
import { namesVariable, unknownVariables } from './instructionVariables'

// Catches: {{Date}} goes to the model as it is, and nobody said that only {{date}} is one.
it('names what looks like a variable and is none, as it was written, each once', () => {
  expect(unknownVariables('{{Date}} {{ user }} {{Date}} {{date}} {{ project_folder }} {{größe}}')).toEqual([
    '{{Date}}',
    '{{ user }}',
    '{{größe}}',
  ])
})

it('takes nothing else in braces for one, and does not go on for ever', () => {
  expect(unknownVariables('{date} {{}} {{ two words }} {{{}}} {{#if x}}')).toEqual([])
  expect(unknownVariables('{{a}}{{b}}{{c}}{{d}}')).toHaveLength(3)
})

it('finds the folder of the project in any way it can be written', () => {
  expect([namesVariable('In {{ project_folder }}.', 'project_folder'), namesVariable('{{folder}}', 'project_folder')]).toEqual([
    true,
    false,
  ])
})

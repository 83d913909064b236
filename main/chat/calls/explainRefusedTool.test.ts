import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors/appError'
import { explainRefusedTool } from './explainRefusedTool'

const params = { model: 'a-model', status: '400' }
const refused = (said: string): AppError => new AppError('MODEL_ERROR', { reason: 'models.notAccepted', params }, { said })

// "tools.47" told a person with hundreds of tools nothing of which of them to switch off.
it('says which tool an endpoint refused by its place, and leaves any other failure as it is', () => {
  const names = ['files__read', 'files__find']
  const said = "tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"
  const fact = { reason: 'models.toolNotAccepted', params: { ...params, tool: 'files__find' } }
  expect(explainRefusedTool(refused(said), names).toData()).toMatchObject({ code: 'MODEL_ERROR', ...fact, said })
  expect(explainRefusedTool(refused('Invalid schema: tools[1].function.parameters'), names).params).toMatchObject({ tool: 'files__find' })
  for (const error of [
    refused('tools.2.custom'),
    refused('Wrong tools'),
    new AppError('MODEL_ERROR', { reason: 'models.serverError', params }, { said }),
  ])
    expect(explainRefusedTool(error, names)).toBe(error)
})

// Google sends all tools in one list of declarations: its message blamed the first tool, whichever was refused.
it('counts the declarations of Google, and never the list that they are in', () => {
  const names = ['first', 'second', 'third']
  const tool = (place: string): unknown =>
    explainRefusedTool(refused(`* GenerateContentRequest.${place}: missing field.`), names).params?.['tool']
  expect(tool('tools[0].function_declarations[2].parameters.properties[x].items')).toBe('third')
  expect(tool('tools[0].functionDeclarations[1].parameters')).toBe('second')
  expect(tool('tools.0.function_declarations.1.name')).toBe('second')
  for (const place of ['tools[0].function_declarations', 'tools[0].function_declarations[3].name']) expect(tool(place)).toBeUndefined()
})

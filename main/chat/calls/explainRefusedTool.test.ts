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

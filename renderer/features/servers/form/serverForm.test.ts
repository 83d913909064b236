import { describe, expect, it } from 'vitest'
import { ServerId } from '../../../../shared/domain/ids'
import type { ServerConfig } from '../../../../shared/domain/server'
import { sampleServer } from '../../../../shared/testing/sampleServer'
import { emptyForm, formErrors, formOf, readForm, withSecretsExtracted, type ServerForm } from './serverForm'

const definition = (launch: ServerConfig['launch']): ServerConfig => sampleServer('files', { launch })

describe('a form', () => {
  it('gives back the launch that it was made from', () => {
    const stdio = {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server', '/my code'],
      env: { LOG: 'debug', TOKEN: { secret: 'files-token' } },
      cwd: '/home/dana',
    } as const
    const http = { kind: 'http', url: 'https://a.example/mcp', headers: { 'X-Team': 'blue' }, transport: 'sse' } as const
    expect(readForm(formOf(definition({ ...stdio, args: [...stdio.args] })))).toEqual({ launch: stdio, secrets: [] })
    expect(readForm(formOf(definition(http)))).toEqual({ launch: http, secrets: [] })
  })

  it('sends a value that looks secret to the vault, and only its name to the file', () => {
    const form: ServerForm = {
      ...emptyForm,
      kind: 'http',
      name: 'GitHub',
      url: 'https://a.example/mcp',
      headers: [{ key: '1', name: 'Authorization', text: 'Bearer abcdefgh' }],
    }
    expect(readForm(form)).toEqual({
      launch: {
        kind: 'http',
        url: 'https://a.example/mcp',
        headers: { Authorization: { secret: 'GitHub/Authorization' } },
        transport: 'auto',
      },
      secrets: [{ name: 'GitHub/Authorization', value: 'Bearer abcdefgh' }],
    })
  })

  it('leaves a value in the file when the person said so', () => {
    const form: ServerForm = { ...emptyForm, name: 'x', command: 'y', env: [{ key: '1', name: 'TOKEN', text: 'abc', keep: false }] }
    expect(readForm(form)).toEqual({ launch: { kind: 'stdio', command: 'y', args: [], env: { TOKEN: 'abc' } }, secrets: [] })
  })

  it('says what is missing, beside the field', () => {
    expect(Object.keys(formErrors(emptyForm, []))).toEqual(['name', 'command'])
    expect(Object.keys(formErrors({ ...emptyForm, kind: 'http', name: 'a', url: 'javascript:alert(1)' }, []))).toEqual(['url'])
    expect(formErrors({ ...emptyForm, name: 'files', command: 'x' }, [ServerId.parse('files')])).toEqual({
      name: { id: 'servers.form.error.nameTaken', params: { name: 'files' } },
    })
  })
})

it('takes secrets out of a launch that was pasted', () => {
  expect(withSecretsExtracted('pg', { kind: 'stdio', command: 'x', args: [], env: { PG_PASSWORD: 'hunter2', LOG: 'debug' } })).toEqual({
    launch: { kind: 'stdio', command: 'x', args: [], env: { PG_PASSWORD: { secret: 'pg/PG_PASSWORD' }, LOG: 'debug' } },
    secrets: [{ name: 'pg/PG_PASSWORD', value: 'hunter2' }],
  })
})

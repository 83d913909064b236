import { expect, it } from 'vitest'
import type { Environment } from './readOtelEnvironment'
import { readOtelResource } from './readOtelResource'

const long = 'x'.repeat(256)

// Each row catches a pipeline that is named otherwise than it said.
it.each<[string, Environment, unknown]>([
  ['nothing said', {}, { attributes: {} }],
  ['a name', { OTEL_SERVICE_NAME: ' nightly ' }, { attributes: { 'service.name': 'nightly' } }],
  [
    'attributes with encoded values',
    { OTEL_RESOURCE_ATTRIBUTES: 'team=a%2Cb, deployment.environment.name = ci ,' },
    { attributes: { team: 'a,b', 'deployment.environment.name': 'ci' } },
  ],
  [
    'the name goes before the list',
    { OTEL_SERVICE_NAME: 'nightly', OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,team=a' },
    { attributes: { 'service.name': 'nightly', team: 'a' } },
  ],
  ...['team', '=a', 'team=%', `team=${long}`, `${long}=a`, 'a=1,'.repeat(129)].map((text): [string, Environment, unknown] => [
    `${text.slice(0, 20)} leaves the list out, and not the name`,
    { OTEL_RESOURCE_ATTRIBUTES: `good=1,${text}`, OTEL_SERVICE_NAME: 'nightly' },
    { attributes: { 'service.name': 'nightly' }, unread: 'OTEL_RESOURCE_ATTRIBUTES' },
  ]),
  ['a name that is too long', { OTEL_SERVICE_NAME: long }, { attributes: {}, unread: 'OTEL_SERVICE_NAME' }],
])('reads %s', (_, environment, expected) => {
  expect(readOtelResource(environment)).toEqual(expected)
})

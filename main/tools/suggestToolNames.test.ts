import { expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { suggestToolNames } from './suggestToolNames'
import { toolNameForModel } from './toolNameForModel'

const offered = [
  ['files', 'read_file'],
  ['files', 'delete_file'],
  ['archive', 'read_file'],
  ['My notes', 'search'],
].map(([server = '', name = '']) => ({
  name: toolNameForModel(ServerId.parse(server), name),
  tool: { name, inputSchema: {}, hash: '' },
}))
const search = offered.at(-1)?.name

it.each([
  ['a slip in the tool', 'files__raed_file', ['files__read_file', 'archive__read_file']],
  ['a slip in the server', 'fils__delete_file', ['files__delete_file']],
  ['no server', 'read_file', ['files__read_file', 'archive__read_file']],
  ['another separator', 'files.delete_file', ['files__delete_file']],
  ['a prefix of another host', 'mcp__files__delete_file', ['files__delete_file']],
  ['a tool whose name for models ends in a hash', 'notes__search', [search]],
  ['nothing near', 'send_mail', []],
  ['no name at all', '', []],
  ['a name that is no slip of anything', 'read_file'.repeat(10_000), []],
])('of a made-up name with %s', (_, word, names) => {
  expect(suggestToolNames(word, offered)).toEqual(names)
})

import { expect, it } from 'vitest'
import { idIn, looksLikeResponse } from './malformedResponse'

it.each([
  ['{"jsonrpc":"2.0","id":7,"result":{"a":NaN}}', true, 7],
  ['{"jsonrpc": "2.0", "id": "8", "result": {', true, 8],
  ['{"result":{"a":Infinity},"jsonrpc":"2.0"}', true, undefined],
  ['{"jsonrpc":"2.0","method":"notifications/message","params":{"data":NaN}}', false, undefined],
  ['{"jsonrpc":"2.0","result":{"a":NaN},"id":9}', true, 9],
  ['{"jsonrpc":"2.0","id":7,"result":{"method":NaN}}', true, 7],
  ['{"jsonrpc":"2.0","id":"of-another","result":{"a":NaN}}', true, 'of-another'],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":NaN}}', true, undefined],
  ['{"level":"debug","took":NaN,"body":{"jsonrpc":"2.0","id":4,"result":{}}}', false, undefined],
  ['{"jsonrpc":"2.0","result":{"content":[{"id":4,"x":NaN}]}}', true, undefined],
  ['{"level":"debug","msg":"got {\\"jsonrpc\\":\\"2.0\\",\\"id\\":4,\\"result\\":{}}","took":NaN}', false, undefined],
  ['{"jsonrpc":"2.0","id":4,"params":{"a":NaN},"method":"roots/list"}', false, 4],
  ['INFO {"jsonrpc":"2.0","id":1}', false, 1],
  ['\ufeff{"jsonrpc":"2.0"}', false, undefined],
  ['Content-Length: 20', false, undefined],
])('tells whether %s was meant as an answer, and to what', (line, isAnswer, id) => {
  expect([looksLikeResponse(line), idIn(line)]).toEqual([isAnswer, id])
})

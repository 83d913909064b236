import { nearestWord } from '../lib/nearestWord'
import type { ModelTool } from './toolsForModel'

/** As many as help a model to choose. More are a list, and it has one. */
const NAMES_MOST = 3
/** No name of a tool for a model is nearly as long. */
const LENGTH_MOST = 200
/** What models write between a server and its tool. */
const SEPARATORS = /__|[./:]/

/**
 * Pure: the offered tools that a model may have meant by a name that none of them has, as it has to write them: the same tool with another
 * server or none, and names that differ by a slip. At most three, the likeliest first.
 */
export function suggestToolNames(word: string, offered: readonly Pick<ModelTool, 'name' | 'tool'>[]): readonly string[] {
  const written = word.slice(0, LENGTH_MOST)
  const own = written.split(SEPARATORS).at(-1) ?? written
  const called = (tool: string | undefined): readonly string[] =>
    tool === undefined ? [] : offered.filter((one) => one.tool.name.toLowerCase() === tool.toLowerCase()).map(({ name }) => name)
  const near = nearestWord(
    written,
    offered.map(({ name }) => name),
  )
  const nearTool = nearestWord(
    own,
    offered.map(({ tool }) => tool.name),
  )
  return [...new Set([...(near === undefined ? [] : [near]), ...called(own), ...called(nearTool)])].slice(0, NAMES_MOST)
}

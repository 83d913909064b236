/**
 * What the templates of chat models write around messages: the beginnings of turns, calls and answers of tools. Only what can be nothing
 * else: `<s>` is a tag of HTML too.
 */
const marks =
  /<(?=\|[\w-]{1,40}\|>)|<(?=｜[^\n<｜]{1,60}｜>)|\[(?=\/?INST\])|<(?=<\/?SYS>>)|<(?=(?:start|end)_of_turn>)|<(?=\/?tool_(?:call|response)s?>)|\[(?=\/?(?:TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])/g

/**
 * Pure: a text of a stranger for an endpoint that puts messages into a template and reads its marks wherever they stand, as servers of local
 * models do. A space after its first character leaves a mark readable, and makes it none.
 */
export function stripHiddenCharacters(text: string): string {
  return text.replaceAll(marks, (first) => `${first} `)
}

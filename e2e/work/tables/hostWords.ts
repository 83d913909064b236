import { defaultLimits } from '../../../shared/domain/defaultLimits'
import type { JsonObject } from '../../../shared/lib/json'
import type { ContentBlock, ToolResult } from '../../../shared/domain/toolResult'
import { ServerId } from '../../../shared/domain/ids'
import { input, many, table, texts, type WorkTable } from '../workTable'

const serverId = ServerId.parse('a-server')
const place = { serverId, kind: 'stdio' } as const
const textBlock = (text: string): ContentBlock => ({ type: 'text', text })
const resultOf = (content: readonly ContentBlock[], structuredContent?: JsonObject): ToolResult => ({
  content,
  structured: 'noSchema',
  isError: false,
  bytes: 1_000_000,
  ...(structuredContent && { structuredContent }),
})
const wide = (size: number): Record<string, string> => Object.fromEntries(many(size, (index) => [`k${index}`, 'v']))
const nested = (size: number): JsonObject => {
  let value: JsonObject = {}
  for (let depth = 0; depth < Math.min(size / 10, 500); depth++) value = { a: value }
  return value
}
const source = { serverId, tool: 'a', at: 0, guessed: false, because: { id: 'errors.parsing.noName' } } as const
const plain = { pictures: 'inside' as const, remarks: [] }
const definition = (text: string) =>
  ({ what: 'tool', name: 'a', hash: 'h', description: text, title: text, inputSchema: { title: text } }) as const

/** Texts and values of strangers, in `main`. */
export const hostWords: readonly WorkTable[] = [
  table(
    'main/confinedFrames/insertScript.ts',
    () => import('../../../main/confinedFrames/insertScript'),
    ({ insertScript }) => ({
      insertScript: {
        ...texts((text) => insertScript(text, 's')),
        'many comments': input(
          (size) => '<!-- a --><?a>\n'.repeat(size / 15),
          (text) => insertScript(text, 's'),
        ),
        'comments that do not end': input(
          (size) => `<!-->${'<!--'.repeat(size / 4)}`,
          (text) => insertScript(text, 's'),
        ),
      },
    }),
  ),
  table(
    'main/lib/contentBytes.ts',
    () => import('../../../main/lib/contentBytes'),
    ({ contentBytes }) => ({
      contentBytes: texts((text) => contentBytes([textBlock(text), { type: 'resource', uri: text, text, blob: text }])),
    }),
  ),
  table(
    'main/apps/appPolicy.ts',
    () => import('../../../main/apps/appPolicy'),
    ({ readOrigin, readDeclared, effectiveGrant, frameGrant, noGrant }) => {
      const declares = (domain: string) => readDeclared({ csp: { connectDomains: [domain], resourceDomains: [domain] } })
      const hosts = (size: number) =>
        readDeclared({ csp: { connectDomains: many(size, (index) => `https://h${index}.example`), frameDomains: many(size, () => 'x') } })
      const granting = (size: number) => ({ ...noGrant, origins: many(size, (index) => `https://h${index}.example`) })
      return {
        readOrigin: texts(readOrigin),
        readDeclared: { ...texts(declares), 'many hosts': (size) => () => hosts(size) },
        effectiveGrant: {
          'many hosts': input(
            (size) => [hosts(size), granting(size)] as const,
            ([declared, grant]) => effectiveGrant(declared, grant),
          ),
        },
        frameGrant: {
          'many hosts': input(
            (size) => [hosts(size), granting(size)] as const,
            ([declared, grant]) => frameGrant(declared, effectiveGrant(declared, grant)),
          ),
        },
      }
    },
  ),
  table(
    'main/apps/readUiResource.ts',
    () => import('../../../main/apps/readUiResource'),
    ({ readUiResource }) => {
      const read = (item: object): unknown =>
        readUiResource(
          { contents: [{ uri: 'ui://a', mimeType: 'text/html;profile=mcp-app', ...item }] },
          { serverId, uri: 'ui://a', listed: undefined },
        )
      return {
        readUiResource: {
          ...texts((text) => read({ text, _meta: { ui: { prefersBorder: text } } })),
          base64: input(
            (size) => 'YWJj'.repeat(size / 4),
            (blob) => read({ blob }),
          ),
          'many contents': input(
            (size) => ({ contents: many(size, (index) => ({ uri: `ui://${index}` })) }),
            (raw) => {
              try {
                return readUiResource(raw, { serverId, uri: 'ui://a', listed: undefined })
              } catch {
                return undefined
              }
            },
          ),
        },
      }
    },
  ),
  table(
    'shared/confinedFrames/appNotices.ts',
    () => import('../../../shared/confinedFrames/appNotices'),
    ({ readAppNotices }) => ({
      readAppNotices: {
        'a long origin': input(
          (size) => [{ kind: 'refused', way: 'load', count: 1, origin: `https://${'a'.repeat(size)}` }],
          readAppNotices,
        ),
        'many notices': input((size) => many(size, (index) => ({ kind: 'refusedCode', count: index + 1 })), readAppNotices),
      },
    }),
  ),
  table(
    'main/lib/truncateBytes.ts',
    () => import('../../../main/lib/truncateBytes'),
    ({ truncateBytes }) => ({
      truncateBytes: texts((text) => truncateBytes(text, 1_000_000)),
    }),
  ),
  table(
    'main/lib/quoteLines.ts',
    () => import('../../../main/lib/quoteLines'),
    ({ quoteLines }) => ({
      quoteLines: texts(quoteLines),
    }),
  ),
  table(
    'main/lib/networkErrorMeaning.ts',
    () => import('../../../main/lib/networkErrorMeaning'),
    ({ networkErrorMeaning, isBrokenConnection, isCertificateFault }) => ({
      networkErrorMeaning: texts(networkErrorMeaning),
      isBrokenConnection: texts(isBrokenConnection),
      isCertificateFault: texts(isCertificateFault),
    }),
  ),
  table(
    'main/lib/redact.ts',
    () => import('../../../main/lib/redact'),
    ({ redact, redactedStart }) => ({
      redact: texts(redact),
      redactedStart: texts((text) => redactedStart(text, 2_000)),
    }),
  ),
  table(
    'main/lib/jsonSize.ts',
    () => import('../../../main/lib/jsonSize'),
    ({ isSurelyLonger, jsonBytes, jsonStart }) => ({
      isSurelyLonger: {
        ...texts((text) => isSurelyLonger([text], 10_000_000)),
        'a wide object': input(wide, (value) => isSurelyLonger(value, 10_000_000)),
        'a deep object': input(nested, (value) => isSurelyLonger(value, 10_000_000)),
      },
      jsonBytes: { ...texts(jsonBytes), 'a wide object': input(wide, jsonBytes), 'a deep object': input(nested, jsonBytes) },
      jsonStart: { ...texts((text) => jsonStart(text, 10_000)), 'a wide object': input(wide, (value) => jsonStart(value, 10_000)) },
    }),
  ),
  table(
    'main/lib/jsonPieces.ts',
    () => import('../../../main/lib/jsonPieces'),
    ({ jsonPieces }) => ({
      jsonPieces: {
        ...texts((text) => [...jsonPieces([text], 1_000)]),
        'a wide object': input(wide, (value) => [...jsonPieces(value, 1_000)]),
        'a deep object': input(nested, (value) => [...jsonPieces(value, 1_000)]),
      },
    }),
  ),
  table(
    'main/lib/jsonDepth.ts',
    () => import('../../../main/lib/jsonDepth'),
    ({ isWithinDepth }) => ({
      isWithinDepth: {
        'a wide object': input(wide, (value) => isWithinDepth(value, 10)),
        'a deep object': input(nested, (value) => isWithinDepth(value, 1_000)),
      },
    }),
  ),
  table(
    'main/lib/decodeTextBlob.ts',
    () => import('../../../main/lib/decodeTextBlob'),
    ({ decodeTextBlob }) => ({
      decodeTextBlob: { ...texts((text) => decodeTextBlob(text, 'AAAA')), ...texts((text) => decodeTextBlob('text/plain', text)) },
    }),
  ),
  table(
    'main/lib/isSubresource.ts',
    () => import('../../../main/lib/isSubresource'),
    ({ isSubresource }) => ({
      isSubresource: texts((text) => isSubresource(`file:///a/${text}`, 'file:///a')),
    }),
  ),
  table(
    'shared/lib/isLoopbackHost.ts',
    () => import('../../../shared/lib/isLoopbackHost'),
    ({ isLoopbackHost }) => ({
      isLoopbackHost: texts(isLoopbackHost),
    }),
  ),
  table(
    'shared/lib/isUnencrypted.ts',
    () => import('../../../shared/lib/isUnencrypted'),
    ({ isUnencrypted }) => ({
      isUnencrypted: texts((hostname) => isUnencrypted({ protocol: 'http:', hostname })),
    }),
  ),
  table(
    'shared/lib/readHostAddress.ts',
    () => import('../../../shared/lib/readHostAddress'),
    ({ readHostAddress }) => ({
      readHostAddress: texts(readHostAddress),
    }),
  ),
  table(
    'main/tools/pictureForModel.ts',
    () => import('../../../main/tools/pictureForModel'),
    ({ pictureForModel }) => ({ pictureForModel: texts((text) => pictureForModel(text)) }),
  ),
  table(
    'main/tools/resultForModel.ts',
    () => import('../../../main/tools/resultForModel'),
    ({ resultForModel, picturesAfter, picturesIn }) => ({
      picturesIn: texts((text) => picturesIn(resultOf([{ type: 'image', mimeType: 'image/png', data: text }], {}))),
      picturesAfter: texts((text) => picturesAfter(resultOf([{ type: 'image', mimeType: 'image/png', data: text }], {}))),
      resultForModel: {
        ...texts((text) => resultForModel(resultOf([textBlock(text)], { text }), plain)),
        'many blocks that repeat nothing': input(
          (size) =>
            resultOf(
              many(size, (index) => textBlock(JSON.stringify({ index })), 20),
              wide(size),
            ),
          (result) => resultForModel(result, plain),
        ),
        'many blocks that nearly repeat it': input(
          (size) =>
            resultOf(
              many(size, () => textBlock(JSON.stringify(wide(1_000))), 1_000),
              wide(1_000),
            ),
          (result) => resultForModel(result, plain),
        ),
      },
    }),
  ),
  table(
    'main/tools/contentForModel.ts',
    () => import('../../../main/tools/contentForModel'),
    ({ contentForModel, foreignPiece, isForModel, pictureIn, remark, saysSomething, textPiece }) => ({
      contentForModel: texts((text) => contentForModel({ type: 'image', mimeType: `image/png;${text}`, data: text }, () => true)),
      pictureIn: texts((text) => pictureIn({ type: 'image', mimeType: `image/png;${text}`, data: text }, () => true)),
      isForModel: {
        'a long audience': input(
          (size) => ({ type: 'text', text: 'a', annotations: { audience: many(size, () => 'user' as const) } }) as const,
          isForModel,
        ),
      },
      foreignPiece: texts(foreignPiece),
      remark: texts(remark),
      saysSomething: texts((text) => saysSomething(textPiece(text))),
      textPiece: texts(textPiece),
    }),
  ),
  table(
    'main/tools/truncateResult.ts',
    () => import('../../../main/tools/truncateResult'),
    ({ truncateResult }) => ({
      truncateResult: {
        ...texts((text) => truncateResult(resultOf([textBlock(text)]), 10_000)),
        'many blocks': input(
          (size) =>
            resultOf(
              many(size, () => textBlock('a')),
              wide(size),
            ),
          (result) => truncateResult(result, 10_000),
        ),
      },
    }),
  ),
  table(
    'main/tools/mentionedTools.ts',
    () => import('../../../main/tools/mentionedTools'),
    ({ mentionedTools }) => ({
      mentionedTools: texts((text) => mentionedTools([{ said: `@${text}` }], [])),
    }),
  ),
  table(
    'main/tools/toolNameForModel.ts',
    () => import('../../../main/tools/toolNameForModel'),
    ({ toolNameForModel }) => ({
      toolNameForModel: texts((text) => toolNameForModel(serverId, text)),
    }),
  ),
  table(
    'main/tools/suggestToolNames.ts',
    () => import('../../../main/tools/suggestToolNames'),
    ({ suggestToolNames }) => {
      const offered = (names: readonly string[]) => names.map((name) => ({ name, tool: { name, inputSchema: {}, hash: '' } }))
      const few = offered(['files__read', 'files__write'])
      return {
        suggestToolNames: {
          ...texts((text) => suggestToolNames(text, few)),
          'many tools': input(
            (size) => offered(many(size, (index) => `read_${index}`)),
            (tools) => suggestToolNames('read_', tools),
          ),
        },
      }
    },
  ),
  table(
    'main/tools/dropNullArguments.ts',
    () => import('../../../main/tools/dropNullArguments'),
    ({ dropNullArguments }) => ({
      dropNullArguments: {
        'many arguments': input(wide, (args) =>
          dropNullArguments({ properties: { k1: { type: 'string' } }, required: Object.keys(args) }, args),
        ),
      },
    }),
  ),
  table(
    'main/skills/frontmatter.ts',
    () => import('../../../main/skills/frontmatter'),
    ({ frontmatter }) => ({
      frontmatter: { ...texts(frontmatter), ...texts((text) => frontmatter(`---\nname: a\n${text}\n---\n`)) },
    }),
  ),
  table(
    'main/skills/verifySkillFile.ts',
    () => import('../../../main/skills/verifySkillFile'),
    ({ verifySkillFile }) => ({
      verifySkillFile: texts((text) => {
        const file = { uri: 'a://b/SKILL.md' }
        return verifySkillFile({ name: 'a', frontmatter: { name: 'a' }, files: [file] }, file, Buffer.from(text))
      }),
    }),
  ),
  table(
    'main/dataFlow/collectTexts.ts',
    () => import('../../../main/dataFlow/collectTexts'),
    ({ collectTexts }) => ({
      collectTexts: {
        ...texts((text) => collectTexts(resultOf([textBlock(text)]))),
        'a wide object': input(wide, (value) => collectTexts(resultOf([], value))),
      },
    }),
  ),
  table(
    'main/dataFlow/findTaintedArguments.ts',
    () => import('../../../main/dataFlow/findTaintedArguments'),
    ({ findTaintedArguments }) => ({
      findTaintedArguments: {
        ...texts((text) => findTaintedArguments({ a: text }, [{ source, texts: [text, text] }])),
        'many arguments': input(wide, (args) => findTaintedArguments(args, [{ source, texts: ['v'.repeat(100)] }])),
      },
    }),
  ),
  table(
    'main/dataFlow/ngramIndex.ts',
    () => import('../../../main/dataFlow/ngramIndex'),
    ({ NgramIndex }) => ({
      NgramIndex: texts((text) => {
        const index = new NgramIndex([text], 16)
        index.markAllIn(text, 0)
        return index.foundIn(0)
      }),
    }),
  ),
  table(
    'main/definitions/detectPromptInjection.ts',
    () => import('../../../main/definitions/detectPromptInjection'),
    ({ detectPromptInjection }) => ({
      detectPromptInjection: texts((text) => detectPromptInjection(definition(text))),
    }),
  ),
  table(
    'main/definitions/pinnedDefinition.ts',
    () => import('../../../main/definitions/pinnedDefinition'),
    ({ pinnedTool, pinnedInstructions, instructionsHash, saysTheSame, wordsOf }) => ({
      pinnedTool: texts((text) => pinnedTool(definition(text))),
      pinnedInstructions: texts(pinnedInstructions),
      instructionsHash: texts(instructionsHash),
      saysTheSame: texts((text) => saysTheSame(definition(text), definition(`${text}.`))),
      wordsOf: texts((text) => wordsOf(definition(text))),
    }),
  ),
  table(
    'main/definitions/toolShadowing.ts',
    () => import('../../../main/definitions/toolShadowing'),
    ({ ToolShadowing }) => ({
      ToolShadowing: texts((text) => {
        const shadowing = new ToolShadowing()
        shadowing.offer(serverId, new Set([text]))
        return shadowing.mentions(ServerId.parse('another'), text)
      }),
    }),
  ),
  table(
    'main/session/explainSdkError.ts',
    () => import('../../../main/session/explainSdkError'),
    ({ explainSdkError }) => ({
      explainSdkError: texts((text) => explainSdkError(new Error(text), place)),
    }),
  ),
  table(
    'main/lib/quoteServerInError.ts',
    () => import('../../../main/lib/quoteServerInError'),
    ({ quoteServerInError }) => ({ quoteServerInError: texts(quoteServerInError) }),
  ),
  table(
    'main/models/explainModelError.ts',
    () => import('../../../main/models/explainModelError'),
    ({ explainModelError, saidBy }) => ({
      explainModelError: texts((text) => explainModelError(new Error(text), { modelName: 'm', answered: false })),
      saidBy: texts(saidBy),
    }),
  ),
  table(
    'main/models/escapeTemplateMarks.ts',
    () => import('../../../main/models/escapeTemplateMarks'),
    ({ escapeTemplateMarks }) => ({
      escapeTemplateMarks: texts(escapeTemplateMarks),
    }),
  ),
  table(
    'main/chat/systemPrompt.ts',
    () => import('../../../main/chat/systemPrompt'),
    ({ systemPrompt }) => ({
      systemPrompt: texts((text) => systemPrompt([{ serverId, instructions: text }], 1_000_000)),
    }),
  ),
  table(
    'main/chat/attachments/attachmentPart.ts',
    () => import('../../../main/chat/attachments/attachmentPart'),
    ({ nameFromUri }) => ({ nameFromUri: texts(nameFromUri) }),
  ),
  table(
    'main/chat/deriveTitle.ts',
    () => import('../../../main/chat/deriveTitle'),
    ({ deriveTitle }) => ({ deriveTitle: texts(deriveTitle) }),
  ),
  table(
    'main/links/decideLink.ts',
    () => import('../../../main/links/decideLink'),
    ({ decideLink }) => ({
      decideLink: texts((text) => decideLink(`https://${text}`, 'chatLink')),
    }),
  ),
  table(
    'main/links/hostWarnings.ts',
    () => import('../../../main/links/hostWarnings'),
    ({ hostWarnings }) => ({ hostWarnings: texts(hostWarnings) }),
  ),
  table(
    'main/oauth/sanitizeServerText.ts',
    () => import('../../../main/oauth/sanitizeServerText'),
    ({ sanitizeServerText }) => ({
      sanitizeServerText: texts((text) => sanitizeServerText(text, text)),
    }),
  ),
  table(
    'main/oauth/scopes.ts',
    () => import('../../../main/oauth/scopes'),
    ({ readScopes }) => ({ readScopes: texts(readScopes) }),
  ),
  table(
    'main/schemas/schemaFault.ts',
    () => import('../../../main/schemas/schemaFault'),
    ({ schemaFault }) => ({
      schemaFault: {
        ...texts((text) => schemaFault({ $id: text, $ref: text, title: text }, defaultLimits)),
        'a wide schema': input(wide, (schema) => schemaFault(schema, { ...defaultLimits, schemaParts: 1_000_000 })),
      },
    }),
  ),
]

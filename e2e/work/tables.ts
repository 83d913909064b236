import { argumentWords } from './tables/argumentWords'
import { hostWords } from './tables/hostWords'
import { instructionWords } from './tables/instructionWords'
import { modelAnswers } from './tables/modelAnswers'
import { importWords } from './tables/importWords'
import { pageWords } from './tables/pageWords'
import { parsing } from './tables/parsing'
import { toolWords } from './tables/toolWords'
import { resultTexts } from './tables/resultTexts'
import { searchWords } from './tables/searchWords'
import { sharedWords } from './tables/sharedWords'
import type { WorkTable } from './workTable'

/** Every function that reads what servers, models, pages and files say, with the worst inputs for each. */
export const tables: readonly WorkTable[] = [
  ...parsing,
  ...sharedWords,
  ...argumentWords,
  ...hostWords,
  ...instructionWords,
  ...modelAnswers,
  ...importWords,
  ...pageWords,
  ...searchWords,
  ...resultTexts,
  ...toolWords,
]

/** Folders whose functions all have to be in a table, so that a new one is not forgotten. */
export const sweptFolders: readonly string[] = [
  'main/parsing',
  'main/imports',
  'main/tools',
  'main/ownTools',
  'main/skills',
  'main/lib',
  'main/dataFlow',
  'main/definitions',
  'shared/lib',
  'shared/elicitation',
  'shared/resources',
  'shared/results',
  'shared/rules',
  'shared/search',
  'shared/sampling',
  'shared/secrets',
  'renderer/markdown',
  'renderer/markdown/math',
  'renderer/markdown/tables',
]

const flow = 'It passes on what the functions beside it read.'
const ours = 'It reads what Parley wrote.'

const places = 'It looks up places in what was read.'

const counts = 'It counts tools, of which a list has 10,000 at most.'

/** What needs no table: a file, or one function of it, and why. */
export const excused: Readonly<Record<string, string>> = {
  'shared/results/answerQuestion.ts': flow,
  'shared/results/jsonIndex.ts kindOf': places,
  'shared/results/jsonIndex.ts writtenValue': places,
  'shared/results/jsonIndex.ts keyOf': places,
  'shared/results/jsonTable.ts JsonTable': flow,
  'shared/results/jsonTree.ts': flow,
  'shared/results/textRows.ts rowAt': places,
  'shared/results/textRows.ts firstHitFrom': places,
  'shared/results/documentsOf.ts textOfBlock': places,
  'shared/results/documentsOf.ts structuredText': flow,
  'main/tools/approveAndCallTool.ts': flow,
  'main/tools/checkArguments.ts': flow,
  'main/tools/directCalls.ts': flow,
  'main/tools/editedArgumentProblems.ts': flow,
  'main/tools/resumeSuspendedCall.ts': flow,
  'main/tools/resumeTask.ts': flow,
  'main/tools/withDecisionTelemetry.ts': flow,
  'main/ownTools/ownTool.ts': 'It makes the answers of Parley itself.',
  'main/ownTools/runOwnTool.ts': flow,
  'main/ownTools/findTools.ts': 'It reads the beginning of each description. `toolSearch` reads the rest, within bounds.',
  'main/ownTools/resultTools.ts': flow,
  'main/ownTools/toolsOfRequest.ts': flow,
  'main/tools/offerTools.ts decideOffer': counts,
  'main/tools/offerTools.ts viewOfOffer': counts,
  'main/tools/offerTools.ts definitionTokens': 'It takes lengths: of a schema, that of its JSON.',
  'main/tools/toolTraces.ts': flow,
  'main/tools/toolsForModel.ts': counts,
  'main/skills/skillReader.ts': flow,
  'main/imports/writeImportedConversation.ts': flow,
  'main/imports/fileNotice.ts unreadableNotice': ours,
  'main/imports/importRun.ts': flow,
  'main/imports/importTable.ts': 'The database.',
  'main/imports/importer.ts': flow,
  'main/imports/readChatGpt.ts isChatGpt': 'It looks at one name.',
  'main/imports/readClaude.ts isClaude': 'It looks at one name.',
  'main/imports/readParley.ts isParley': 'It looks at two names.',
  'main/imports/readParley.ts isNewerParley': 'It looks at two names.',
  'main/imports/readImportFile.ts': 'It passes pieces of a file to `jsonSplitter.ts`; fflate unpacks them.',
  'main/lib/abortReason.ts': ours,
  'main/lib/concurrencyLimiter.ts': ours,
  'main/lib/emitter.ts': ours,
  'main/lib/fileWriter.ts': 'It writes what it is given, and reads nothing.',
  'main/lib/startFileReaderThread.ts': flow,
  'main/lib/roundedTime.ts': 'It reads a number.',
  'main/lib/englishErrorText.ts': ours,
  'main/lib/eventLoopYielder.ts': ours,
  'main/lib/log.ts': ours,
  'main/lib/perServerRateLimiter.ts': ours,
  'main/lib/standalonePage.ts': ours,
  'main/lib/tokenBucket.ts': ours,
  'main/lib/untilAborted.ts': ours,
  'main/lib/nearestWord.ts nearestWord': 'A word of at most 64 characters, against names that are at most two letters longer.',
  'main/lib/typeMisfit.ts typeMisfit': 'Names of types, of which JSON Schema has seven.',
  'main/lib/zodIssueMessage.ts': ours,
  'main/lib/redact.ts rememberSecret': 'The user’s own secret.',
  'main/lib/redact.ts rememberTemporarySecret': 'One token, of which 200 are kept.',
  'main/lib/redact.ts hiddenTexts': ours,
  'shared/lib/matchesWildcard.ts': 'Patterns of a policy, against names of programs, addresses and extensions.',
  'main/dataFlow/dataFlowGuard.ts': flow,
  'main/dataFlow/detectExfiltration.ts': ours,
  'main/dataFlow/inferExposure.ts': 'It counts tools, of which a list has 10,000 at most.',
  'main/dataFlow/serverExposure.ts': flow,
  'main/dataFlow/taintSources.ts': flow,
  'main/dataFlow/taintStore.ts': flow,
  'main/definitions/compareDefinitions.ts': 'It compares hashes and names, of which a list has 10,000 at most.',
  'main/definitions/definitionChangeQuestions.ts': flow,
  'main/definitions/changesShown.ts': 'It looks at 20 changes at most.',
  'main/definitions/definitionStatus.ts': 'It looks at names, of which a list has 10,000 at most.',
  'main/definitions/pinTable.ts': 'The database.',
  'main/definitions/readSeenTools.ts': 'The database.',
  'main/definitions/pinnedDefinitionStore.ts': flow,
  'shared/lib/assertNever.ts': ours,
  'shared/lib/backoffDelay.ts': ours,
  'shared/lib/once.ts': ours,
  'shared/lib/throttle.ts': ours,
  'shared/rules/allowsUntilThen.ts': 'The user’s own rules.',
  'shared/rules/callsChoice.ts': 'The user’s own rules and those of a policy.',
  'shared/rules/sharesDialog.ts': ours,
  'shared/rules/describeRule.ts': ours,
  'shared/rules/parseWebAddress.ts formatHost': 'It writes what `parseWebAddress` read.',
  'shared/secrets/extractSecrets.ts': 'It passes on each value of an entry to `secretPatterns.ts`.',
  'shared/secrets/secretNameFor.ts': 'The names of the user’s own servers and variables.',
  'renderer/markdown/splitMarkdown.ts writtenText': 'It joins the parts of a table.',
  'renderer/markdown/previews/diagramLook.ts': ours,
  'renderer/markdown/previews/openPreviews.ts': ours,
  'renderer/markdown/addSyntax.ts': ours,
  'renderer/markdown/markdownScope.ts': ours,
  'renderer/markdown/useWrapsCode.ts': ours,
  'renderer/markdown/math/copyFormulas.ts': 'The browser’s selection.',
  'renderer/markdown/math/drawFormula.ts': flow,
  'renderer/markdown/math/frameBudget.ts': ours,
  'renderer/markdown/math/katex.ts': 'KaTeX gets what `isExpensiveFormula` lets pass.',
  'renderer/markdown/math/remarkFormulas.ts': 'The parser of Markdown gets what `isExpensiveMarkdown` lets pass.',
  'renderer/markdown/tables/sortRows.ts nextSort': ours,
  'renderer/markdown/tables/columnTracks.ts': 'It reads numbers.',
  'renderer/markdown/tables/tablePart.ts': 'It goes through the elements that the parser made, once.',
  'renderer/markdown/tables/useColumnTracks.ts': ours,
  'renderer/markdown/highlightCode.ts': 'Shiki works in slices that end, and long code has no colours.',
}

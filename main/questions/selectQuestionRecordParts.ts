import type { JsonObject, JsonValue } from '../../shared/lib/json'
import { isArgumentsChanged } from '../../shared/domain/questionEnd'
import type { Answer, AnswerTo, FoldersDetails, FormDetails, QuestionDetails } from '../../shared/domain/question'
import type { RecordedPart, RecordedPartName } from '../../shared/domain/records/questionRecord'
import type { SamplingAnswerBlock, SamplingBlock, SamplingEdit } from '../../shared/domain/sampling'
import type { FormField } from '../../shared/domain/formField'
import type { Launch } from '../../shared/domain/server'
import { shownChoiceValues } from '../../shared/elicitation/shownChoiceValues'
import { assertNever } from '../../shared/lib/assertNever'

const HIDDEN = '•••'

/**
 * Pure: what of a question and its answer is worth keeping, in the order in which a person reads it. What was typed into fields that ask for
 * secrets is left out; other secrets are hidden when it is written.
 */
export function selectQuestionRecordParts(details: QuestionDetails, answer: Answer | undefined): readonly RecordedPart[] {
  switch (details.kind) {
    case 'approval':
      return [
        ...part('account', details.account),
        ...part('arguments', details.arguments),
        ...(answer?.kind === 'approval'
          ? [...part('changedArguments', isArgumentsChanged(details, answer) ? answer.arguments : undefined), ...part('word', answer.word)]
          : []),
      ]
    case 'form':
      return [...part('message', details.message), ...part('answers', answer?.kind === 'form' ? formAnswers(details, answer) : undefined)]
    case 'page':
      return [...part('message', details.message), ...part('url', details.url)]
    case 'sampling':
      return [...part('request', requestOf(details)), ...(answer?.kind === 'sampling' ? samplingParts(answer) : [])]
    case 'samplingReview':
      return [
        ...part('request', requestOf(details.asked)),
        ...part('model', details.model),
        ...part('answer', blocksOf(details.content)),
        ...(answer?.kind === 'samplingReview' ? part('changedAnswer', writtenAnswer(answer)) : []),
      ]
    case 'folders':
      return part('folders', answer?.kind === 'folders' && answer.action === 'share' ? sharedFolders(details, answer) : details.current)
    case 'start':
      return part('command', launchOf(details.launch))
    case 'changed':
      return part('definitions', changedDefinitions(details, answer))
    case 'signIn':
      return [...part('account', details.label), ...part('scopes', details.scopes)]
    default:
      return assertNever(details)
  }
}

/** What the server was told: its own folders as they were chosen, and those that the conversation adds. */
function sharedFolders({ added = [] }: FoldersDetails, { roots = [] }: AnswerTo<'folders'>): JsonValue {
  return [...new Set([...roots, ...added])]
}

function part(what: RecordedPartName, value: JsonValue | undefined): readonly RecordedPart[] {
  return value === undefined ? [] : [{ what, value }]
}

/** By the name that the person saw beside each field. A choice that nobody made is an empty list. Where two fields have the same name, by number, name and key. */
function formAnswers({ fields, secretLooking }: FormDetails, { content }: AnswerTo<'form'>): JsonObject | undefined {
  if (!content) return undefined
  const answers = Object.entries(content).map(([key, value]): { key: string; name: string; value: JsonValue } => {
    const field = fields.find((each) => each.key === key)
    return { key, name: field?.title ?? key, value: secretLooking.includes(key) ? HIDDEN : asShown(field, value) }
  })
  const unchosen = fields.filter(({ key, kind }) => (kind === 'choice' || kind === 'choices') && !Object.hasOwn(content, key))
  for (const { key, title } of unchosen) answers.push({ key, name: title ?? key, value: [] })
  const isUnclear = new Set(answers.map(({ name }) => name)).size < answers.length
  return Object.fromEntries(answers.map(({ key, name, value }, index) => [isUnclear ? `${index + 1}. ${name} (${key})` : name, value]))
}

/** Choices as the person saw them: “Keep everything (DELETE-ALL)” where a label does not say what was sent. */
function asShown(field: FormField | undefined, value: JsonValue): JsonValue {
  if (field === undefined || !('choices' in field)) return value
  const sent = shownChoiceValues(field.choices)
  const shown = new Map<JsonValue, JsonValue>(
    field.choices.map((choice, at) => [choice.value, sent[at] === undefined ? choice.value : `${choice.label} (${sent[at]})`]),
  )
  const asSeen = (each: JsonValue): JsonValue => shown.get(each) ?? each
  return Array.isArray(value) ? value.map(asSeen) : asSeen(value)
}

function samplingParts({ action, request, model, ...written }: AnswerTo<'sampling'>): readonly RecordedPart[] {
  if (action === 'deny') return []
  return [
    ...part('changedRequest', request && requestOf(request)),
    ...(action === 'run' ? part('model', model) : part('answer', writtenAnswer(written))),
  ]
}

/** All that the model is sent. */
function requestOf({ systemPrompt, messages, tools = [], toolChoice, temperature, stopSequences = [] }: Requested): JsonValue {
  return [
    ...(systemPrompt === undefined ? [] : [{ system: systemPrompt }]),
    ...messages.map(({ role, content }) => ({ [role]: blocksOf(content) })),
    ...tools.map(({ name, description, inputSchema }) => ({
      tool: { name, ...(description !== undefined && { description }), inputSchema },
    })),
    ...(tools.length > 0 && toolChoice !== undefined ? [{ toolChoice }] : []),
    ...(temperature === undefined ? [] : [{ temperature }]),
    ...(stopSequences.length === 0 ? [] : [{ stopSequences: [...stopSequences] }]),
  ]
}

type RequestPart = 'systemPrompt' | 'messages' | 'tools' | 'toolChoice' | 'temperature' | 'stopSequences'

type Requested = Pick<SamplingEdit, RequestPart> | Pick<Extract<QuestionDetails, { kind: 'sampling' }>, RequestPart>

function writtenAnswer({ content, text }: Pick<AnswerTo<'samplingReview'>, 'content' | 'text'>): JsonValue | undefined {
  return content ? blocksOf(content) : text
}

/** Only text is a text; the data of pictures and sounds is left out. */
function blocksOf(blocks: readonly (SamplingBlock | SamplingAnswerBlock)[]): JsonValue {
  const [first, ...others] = blocks
  if (first?.type === 'text' && others.length === 0) return first.text
  return blocks.map((block): JsonValue => {
    switch (block.type) {
      case 'text':
        return block.text
      case 'image':
      case 'audio':
        return { type: block.type, mimeType: block.mimeType }
      case 'tool_use':
        return { tool: block.name, input: block.input }
      case 'tool_result':
        return { result: block.content }
      default:
        return assertNever(block)
    }
  })
}

function launchOf(launch: Launch): JsonValue {
  if (launch.kind === 'http') return { url: launch.url, headers: launch.headers }
  const { command, args, env, cwd } = launch
  return { command, args, env, ...(cwd !== undefined && { cwd }) }
}

function changedDefinitions({ changes }: Extract<QuestionDetails, { kind: 'changed' }>, answer: Answer | undefined): JsonValue {
  const accepted = answer?.kind === 'changed' && answer.action === 'accept' ? answer : undefined
  return changes.map(({ before, after }) => ({
    name: after.name,
    accepted: accepted !== undefined && (accepted.hashes?.includes(after.hash) ?? true),
    before: before.hash,
    after: after.hash,
  }))
}

import { useState } from 'react'
import type { Tool } from '../../../shared/domain/catalog'
import type { ServerId } from '../../../shared/domain/ids'
import { AppError } from '../../../shared/errors/appError'
import type { JsonObject } from '../../../shared/lib/json'
import { callHost } from '../../rpc/callHost'
import { endPick, showChat, useScreen } from '../../shell/screen'
import { argumentFields, readArguments } from '../../ui/argumentFields'
import { ArgumentsForm } from '../../ui/ArgumentsForm'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { QuestionRow } from '../../ui/QuestionRow'
import { Said } from '../../ui/Said'
import { Segment } from '../../ui/Segment'
import { TextArea } from '../../ui/TextArea'
import { plainText } from '../../ui/unsafeCharacters'
import { useNewChatStore } from './newChatStore'

/** A tool that a person runs: its arguments as a form made from its schema, or as JSON. What they start asks nothing more. */
export function RunToolForm({ serverId, tool }: { readonly serverId: ServerId; readonly tool: Tool }) {
  const [args, setArgs] = useState(() => defaultsOf(tool.inputSchema))
  const [json, setJson] = useState('{}')
  const [look, setLook] = useState<'form' | 'json'>('form')
  const [broken, setBroken] = useState<readonly string[]>([])
  const [error, setError] = useState<AppError>()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const conversationId = useScreen((screen) => screen.conversationId)
  const hasFields = argumentFields(tool.inputSchema, {}).length > 0

  const show = (next: 'form' | 'json'): void => {
    if (next === 'json') setJson(JSON.stringify(args, null, 2))
    const read = readArguments(json)
    if (next === 'form' && read.ok) setArgs(read.value)
    setLook(next)
  }
  const run = async (): Promise<void> => {
    setTried(true)
    const read = look === 'json' ? readArguments(json) : undefined
    if (read && !read.ok) return setError(new AppError('INVALID_INPUT', read.error))
    const missing = argumentFields(tool.inputSchema, args).filter(
      ({ key, required, kind }) => required && kind !== 'text' && !Object.hasOwn(args, key),
    )
    if (!read && (broken.length > 0 || missing.length > 0)) return setError(new AppError('INVALID_INPUT', 'A field needs a look'))
    setBusy(true)
    try {
      const id = conversationId ?? (await callHost('chat.create', { model: useNewChatStore.getState().model })).conversationId
      await callHost('chat.runTool', {
        conversationId: id,
        serverId,
        tool: tool.name,
        arguments: read?.value ?? withEmptyTexts(tool.inputSchema, args),
      })
      showChat(id)
      endPick()
    } catch (thrown) {
      setError(AppError.from(thrown))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Run ${plainText(tool.name)}`}
      onClose={endPick}
      end={<span className="text-text-2">{serverId}</span>}
      foot={
        <>
          <Button size="action" onClick={endPick}>
            Cancel
          </Button>
          <span className="grow text-12 text-text-3">Its result lands in the conversation.</span>
          <Button size="action" look="ink" busy={busy} onClick={() => void run()}>
            Run
          </Button>
        </>
      }
    >
      {tool.description !== undefined && (
        <QuestionRow className="border-b border-line">
          <Said by={serverId} text={tool.description} cutAt={2000} />
        </QuestionRow>
      )}
      <QuestionRow>
        <div className="flex items-center justify-between pb-2">
          <span className="text-12 text-text-2">{hasFields ? 'Arguments' : 'It takes no arguments.'}</span>
          <Segment label="Show the arguments as" options={looks} value={look} onValue={show} />
        </div>
        {look === 'form' ? (
          <ArgumentsForm schema={tool.inputSchema} value={args} onValue={setArgs} onBroken={setBroken} showAll={tried} />
        ) : (
          <TextArea mono lines={8} aria-label="Arguments" value={json} onValue={setJson} />
        )}
        {error && (
          <div className="pt-3">
            <ErrorNotice error={error} role="alert" />
          </div>
        )}
      </QuestionRow>
    </Dialog>
  )
}

const looks = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const

function defaultsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    argumentFields(schema, {}).flatMap((field) => (field.default === undefined ? [] : [[field.key, field.default]])),
  )
}

/** A required text that was left empty is an empty text, not nothing. */
function withEmptyTexts(schema: JsonObject, args: JsonObject): JsonObject {
  const empty = argumentFields(schema, args).filter(({ key, kind, required }) => kind === 'text' && required && !Object.hasOwn(args, key))
  return { ...args, ...Object.fromEntries(empty.map(({ key }) => [key, ''])) }
}

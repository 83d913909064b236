import { useState } from 'react'
import { t } from '../../../i18n/t'
import type { Tool } from '../../../../shared/domain/catalog'
import type { ServerId } from '../../../../shared/domain/ids'
import { AppError } from '../../../../shared/errors/appError'
import type { JsonObject } from '../../../../shared/lib/json'
import { callHost } from '../../../rpc/callHost'
import { endPick } from '../../../state/navigation'
import { argumentFields, isEmptyText, readArguments } from '../../../widgets/argumentFields'
import { ArgumentsForm } from '../../../widgets/ArgumentsForm'
import { SegmentedControl } from '../../../ui/form/SegmentedControl'
import { TextArea } from '../../../ui/form/TextArea'
import { plainText } from '../../../../shared/lib/unsafeCharacters'
import { useAsyncAction } from '../../../widgets/useAsyncAction'
import { ensureConversation } from '../ensureConversation'
import { PickedItemLayout } from './PickedItemLayout'

export interface RunToolFormProps {
  readonly serverId: ServerId
  readonly tool: Tool
  /** The arguments that it begins with, beside the defaults of its schema. */
  readonly given?: JsonObject
}

/** Runs a tool for the person. Its arguments are a form made from its schema, or JSON. The call needs no approval. */
export function RunToolForm({ serverId, tool, given = {} }: RunToolFormProps) {
  const [args, setArgs] = useState(() => ({ ...defaultsOf(tool.inputSchema), ...given }))
  const [json, setJson] = useState('{}')
  const [look, setLook] = useState<'form' | 'json'>('form')
  const [broken, setBroken] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const attempt = useAsyncAction()
  const hasFields = argumentFields(tool.inputSchema, {}).length > 0

  const show = (next: 'form' | 'json'): void => {
    if (next === look) return
    if (next === 'json') {
      setJson(JSON.stringify(args, null, 2))
      return setLook('json')
    }
    // The form can show only what can be read: the rest stays, with what is wrong with it.
    attempt.run(async () => {
      setArgs(fromJson(json))
      setLook('form')
    })
  }
  const filledIn = (): JsonObject => {
    if (look === 'json') return fromJson(json)
    if (broken.length > 0 || lacksValue(tool.inputSchema, args)) throw new AppError('INVALID_INPUT', { reason: 'chat.fieldNeedsLook' })
    return args
  }
  const run = async (): Promise<void> => {
    const filled = filledIn()
    await callHost('chat.runTool', { conversationId: await ensureConversation(), serverId, tool: tool.name, arguments: filled })
    endPick()
  }
  return (
    <PickedItemLayout
      serverId={serverId}
      picked={tool}
      title={t('chat.runName', { name: plainText(tool.name) })}
      act={t('chat.run')}
      onAct={() => {
        setTried(true)
        attempt.run(run)
      }}
      note={t('chat.resultLands')}
      attempt={attempt}
    >
      <div className="flex items-center justify-between pb-2">
        <span className="text-12 text-text-2">{t(hasFields ? 'chat.arguments' : 'chat.noArguments')}</span>
        <SegmentedControl
          label={t('chat.showArgumentsAs')}
          options={looks.map((value) => ({ value, label: t(`chat.showAs.${value}`) }))}
          value={look}
          onValue={show}
        />
      </div>
      {look === 'form' ? (
        <ArgumentsForm schema={tool.inputSchema} value={args} onValue={setArgs} onBroken={setBroken} showAll={tried} />
      ) : (
        <TextArea mono lines={8} aria-label={t('chat.arguments')} value={json} onValue={setJson} />
      )}
    </PickedItemLayout>
  )
}

/** @throws {AppError} INVALID_INPUT when it is no object */
function fromJson(json: string): JsonObject {
  const read = readArguments(json)
  if (read.ok) return read.value
  throw new AppError('INVALID_INPUT', read.error)
}

const looks = ['form', 'json'] as const

function defaultsOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    argumentFields(schema, {}).flatMap((field) => (field.default === undefined ? [] : [[field.key, field.default]])),
  )
}

/** Whether a required value is missing. An empty field is not taken for an empty text: whoever means one writes it as JSON. */
function lacksValue(schema: JsonObject, args: JsonObject): boolean {
  return argumentFields(schema, args).some((field) => field.required && (!Object.hasOwn(args, field.key) || isEmptyText(field, args)))
}

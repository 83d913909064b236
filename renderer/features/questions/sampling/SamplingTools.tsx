import type { SamplingDetails } from '../../../../shared/domain/question'
import type { SamplingEdit, SamplingTool } from '../../../../shared/domain/sampling'
import { Text } from '../../../i18n/Text'
import { t } from '../../../i18n/t'
import { Checkbox } from '../../../ui/form/Checkbox'
import { SafeName } from '../../../ui/SafeName'
import { SafeText } from '../../../ui/SafeText'
import { ServerQuoteLine } from '../../../ui/ServerQuoteLine'

export interface SamplingToolsProps {
  readonly server: string
  readonly details: SamplingDetails
  readonly edit: SamplingEdit
  /** Read-only. */
  readonly fixed: boolean
  readonly onChange: (edit: SamplingEdit) => void
}

/** The server's own tools for one request: each with its description and schema, and whether the model gets it. */
export function SamplingTools({ server, details, edit, fixed, onChange }: SamplingToolsProps) {
  // The list includes removed tools, so that the person can add them again.
  const all = details.tools ?? []
  if (all.length === 0) return null
  const kept = edit.tools ?? []
  const put = (tool: SamplingTool, isOn: boolean): void => {
    const tools = all.filter(({ name }) => (name === tool.name ? isOn : kept.some((each) => each.name === name)))
    const { tools: _tools, toolChoice, ...rest } = edit
    onChange({
      ...rest,
      ...(tools.length > 0 && { tools: tools.map((each) => kept.find(({ name }) => name === each.name) ?? { ...each }) }),
      ...(tools.length > 0 && (toolChoice ?? details.toolChoice) && { toolChoice: toolChoice ?? details.toolChoice ?? 'auto' }),
    })
  }
  return (
    <div className="mt-2 grid gap-2 border-t border-quote-line pt-2">
      <p className="text-12 text-text-2">
        <Text
          id={`sampling.tools.${edit.toolChoice ?? 'auto'}`}
          values={{ count: all.length, server }}
          components={{ b: <b className="font-label text-text" /> }}
        />
      </p>
      {all.map((tool) => (
        <div key={tool.name} className="grid gap-1">
          <div className="flex items-start gap-2">
            {!fixed && (
              <Checkbox
                label={t('sampling.giveTool', { tool: tool.name })}
                labelHidden
                checked={kept.some(({ name }) => name === tool.name)}
                onChecked={(isOn) => put(tool, isOn)}
              />
            )}
            <div className="grid min-w-0 gap-1">
              <code className="mono breakable text-12">
                <SafeName name={tool.name} />
              </code>
              {tool.description !== undefined && <ServerQuoteLine text={tool.description} whole />}
              {/* Never folded: the model reads every word of the schema. */}
              <div className="text-12 text-text-2">
                <p>{t('sampling.itsArguments')}</p>
                <pre className="mono breakable mt-1 rounded-2 border border-line bg-sunk px-2 py-1 leading-5 whitespace-pre-wrap">
                  <SafeText text={JSON.stringify(tool.inputSchema, null, 2)} />
                </pre>
              </div>
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

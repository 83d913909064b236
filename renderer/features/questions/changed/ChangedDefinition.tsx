import type { ReactNode } from 'react'
import type { DefinitionChange, PinnedTool } from '../../../../shared/domain/definitionChange'
import type { ToolAnnotations } from '../../../../shared/domain/catalog'
import { changeClaims } from '../../../../shared/domain/changeClaims'
import type { MessageId } from '../../../../shared/i18n/message'
import { MessageText } from '../../../i18n/MessageText'
import { Text } from '../../../i18n/Text'
import { t, translator } from '../../../i18n/t'
import { Chip } from '../../../ui/Chip'
import { DiffText } from '../../../ui/DiffText'
import { LabelledRow } from '../../../widgets/LabelledRow'
import { SafeName } from '../../../ui/SafeName'
import { ServerQuote } from '../../../ui/ServerQuote'
import { mustSee } from '../../../ui/hooks/useRequiredReading'
import { countChanges, diffLines, diffWords } from '../../../ui/textDiff'
import { inputSchemaChanges, pretty, type ArgumentChange } from './inputSchemaChanges'

/** Shows all differences between a definition and its accepted version. Only names what is unchanged. */
export function ChangedDefinition({ server, change: { before, after } }: { readonly server: string; readonly change: DefinitionChange }) {
  if (after.what === 'instructions' || before.what === 'instructions') {
    const texts = [before, after].map((one) => (one.what === 'instructions' ? one.text : ''))
    return <TextRow server={server} label={t('definitions.instructions')} before={texts[0] ?? ''} after={texts[1] ?? ''} />
  }
  return (
    <>
      {before.title !== after.title && (
        <TextRow server={server} label={t('definitions.row.title')} before={before.title ?? ''} after={after.title ?? ''} />
      )}
      {before.description === after.description ? (
        <LabelledRow label={t('definitions.row.description')}>{t('definitions.unchanged')}</LabelledRow>
      ) : (
        <TextRow
          server={server}
          label={t('definitions.row.description')}
          before={before.description ?? ''}
          after={after.description ?? ''}
        />
      )}
      <ArgumentsRow server={server} before={before} after={after} />
      {pretty(before.outputSchema ?? {}) !== pretty(after.outputSchema ?? {}) && (
        <LabelledRow label={t('definitions.row.result')}>
          <DataDiff server={server} before={schemaText(before)} after={schemaText(after)} />
        </LabelledRow>
      )}
      <ClaimsRow before={before.annotations} after={after.annotations} />
    </>
  )
}

function schemaText({ outputSchema }: PinnedTool): string {
  return outputSchema ? pretty(outputSchema) : ''
}

interface Texts {
  readonly server: string
  readonly before: string
  readonly after: string
}

function TextRow({ server, label, before, after }: Texts & { readonly label: string }) {
  const pieces = diffWords(before, after)
  const { added, removed } = countChanges(pieces)
  return (
    <LabelledRow label={label}>
      <div {...mustSee(t('definitions.mustSee'))}>
        <ServerQuote by={server} note={t('definitions.words', { added, removed })}>
          <DiffText pieces={pieces} />
        </ServerQuote>
      </div>
    </LabelledRow>
  )
}

/** Shows nothing when both are empty or equal, because the row's name already says so. */
function DataDiff({ server, before, after }: Texts) {
  if (before === after) return null
  return (
    <div {...mustSee(t('definitions.mustSee'))}>
      <ServerQuote by={server}>
        <DiffText mono pieces={diffLines(before, after)} />
      </ServerQuote>
    </div>
  )
}

function ArgumentsRow({ server, before, after }: { readonly server: string; readonly before: PinnedTool; readonly after: PinnedTool }) {
  const { added, removed, changed, unchanged, rest } = inputSchemaChanges(before, after)
  return (
    <LabelledRow label={t('definitions.row.arguments')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {added.map((argument) => (
          <Argument
            key={argument.name}
            argument={argument}
            mark={
              <Chip look="ask" size="small">
                {t('definitions.argument.new')}
              </Chip>
            }
          >
            <DataDiff server={server} before="" after={argument.after ?? ''} />
          </Argument>
        ))}
        {changed.map((argument) => (
          <Argument
            key={argument.name}
            argument={argument}
            mark={
              <Chip look="ask" size="small">
                {t('definitions.argument.changed')}
              </Chip>
            }
          >
            <DataDiff server={server} before={argument.before ?? ''} after={argument.after ?? ''} />
          </Argument>
        ))}
        {removed.map((argument) => (
          <Argument key={argument.name} argument={argument} mark={<Chip size="small">{t('definitions.argument.gone')}</Chip>} />
        ))}
        {rest && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <span className="text-12 text-text-2">{t('definitions.schemaRest')}</span>
            <DataDiff server={server} before={rest.before} after={rest.after} />
          </div>
        )}
        {unchanged.length > 0 && (
          <p className="breakable text-12 text-text-2">
            <Text id="definitions.argumentsUnchanged" components={{ names: <Names names={unchanged} /> }} />
          </p>
        )}
        {added.length + changed.length + removed.length + unchanged.length === 0 && !rest && <span>{t('definitions.noArguments')}</span>}
      </div>
    </LabelledRow>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <SafeName name={name} />
    </span>
  ))
}

interface ArgumentProps {
  readonly argument: ArgumentChange
  readonly mark: ReactNode
  readonly children?: ReactNode
}

function Argument({ argument: { name, type }, mark, children }: ArgumentProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <code className="mono breakable font-label">
          <SafeName name={name} />
        </code>
        <span className="text-12 text-text-2">
          <MessageText message={type} />
        </span>
        {mark}
      </div>
      {children}
    </div>
  )
}

/** What the server claims about the tool: in Parley's words, on the server's paper. */
function ClaimsRow({ before, after }: { readonly before: ToolAnnotations | undefined; readonly after: ToolAnnotations | undefined }) {
  const [was, is] = [claimsOf(before), claimsOf(after)]
  const isSame = was.join() === is.join()
  if (is.length + was.length === 0) return <LabelledRow label={t('definitions.row.claims')}>{t('definitions.noClaims')}</LabelledRow>
  return (
    <LabelledRow label={t('definitions.row.claims')}>
      <div className="flex flex-wrap items-center gap-1.5">
        {is.map((claim) => (
          <Chip key={claim} look="claim">
            {t(claim)}
          </Chip>
        ))}
        {is.length === 0 && <span>{t('definitions.noClaimsNow')}</span>}
        <span className="text-12 text-text-2">{describeBefore(isSame, was)}</span>
      </div>
    </LabelledRow>
  )
}

function describeBefore(isSame: boolean, was: readonly MessageId[]): string {
  if (isSame) return t('definitions.claimsUnchanged')
  if (was.length === 0) return t('definitions.claimedNothing')
  return t('definitions.claimedBefore', {
    claims: translator().list(
      was.map((claim) => t(claim)),
      'unit',
    ),
  })
}

function claimsOf(annotations: ToolAnnotations | undefined): readonly MessageId[] {
  const { idempotentHint, openWorldHint } = annotations ?? {}
  return [
    ...changeClaims(annotations).map((claim) => `approvals.claim.${claim}` as const),
    ...(openWorldHint === undefined ? [] : [`approvals.claim.${openWorldHint ? 'openWorld' : 'local'}` as const]),
    ...(idempotentHint === undefined ? [] : [`approvals.claim.${idempotentHint ? 'idempotent' : 'notIdempotent'}` as const]),
  ]
}

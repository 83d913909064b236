import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useTopic } from '../../../rpc/useTopic'
import { Button } from '../../../ui/Button'
import { IconButton } from '../../../ui/IconButton'
import { SecretField } from '../../../ui/form/SecretField'
import { Switch } from '../../../ui/form/Switch'
import { TextField } from '../../../ui/form/TextField'
import { looksSecret } from '../../../../shared/secrets/secretPatterns'
import { secretNameFor } from '../../../../shared/secrets/secretNameFor'
import { isKept, type ValueRow } from './serverForm'
import { t } from '../../../i18n/t'
import { Text } from '../../../i18n/Text'

export interface ConfigValueRowsProps {
  readonly label: string
  readonly one: 'variable' | 'header'
  /** The server's name, which becomes part of its secrets' names. */
  readonly server: string
  readonly rows: readonly ValueRow[]
  readonly error: string | undefined
  readonly onRows: (rows: readonly ValueRow[]) => void
}

/** Environment variables or headers. A value that looks secret goes into the vault unless the person decides otherwise. */
export function ConfigValueRows({ label, one, server, rows, error, onRows }: ConfigValueRowsProps) {
  const kept = useTopic('app', (app) => app.secretsKept) ?? 'unknown'
  const change = (key: string, next: ValueRow | undefined) =>
    onRows(rows.flatMap((row) => (row.key !== key ? [row] : next === undefined ? [] : [next])))
  const add = () => onRows([...rows, { key: crypto.randomUUID(), name: '', text: '' }])
  return (
    <div role="group" aria-label={label} className="grid items-start gap-x-4 gap-y-1 medium:grid-cols-[7.25rem_minmax(0,1fr)]">
      <span className="text-12 leading-5 text-text-3 medium:pt-1">{label}</span>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {rows.length > 0 && (
          <ul className="divide-y divide-line rounded-2 border border-line">
            {rows.map((row, index) => (
              <Row
                key={row.key}
                row={row}
                called={t(`servers.form.row.${one}`, { number: index + 1 })}
                example={one === 'header' ? 'X-Api-Key' : 'KEY'}
                secretName={secretNameFor(server, row.name)}
                onRow={(next) => change(row.key, next)}
                onRemove={() => change(row.key, undefined)}
              />
            ))}
          </ul>
        )}
        {error !== undefined && <p className="text-12 text-danger-text">{error}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="bare" size="small" onClick={add}>
            <Plus size={13} strokeWidth={1.75} aria-hidden="true" />
            {t(`servers.form.addRow.${one}`)}
          </Button>
          {rows.some(isKept) && (
            <span className="text-12 text-text-3">
              {t(kept === 'memory' ? 'servers.form.secretsInMemory' : 'servers.form.secretsInVault')}
            </span>
          )}
        </div>
      </div>
    </div>
  )
}

interface RowProps {
  readonly row: ValueRow
  readonly called: string
  readonly example: string
  readonly secretName: string
  readonly onRow: (row: ValueRow) => void
  readonly onRemove: () => void
}

function Row({ row, called, example, secretName, onRow, onRemove }: RowProps) {
  const kept = isKept(row)
  const looks = row.text !== '' && looksSecret(row.name, row.text)
  const held = row.secret !== undefined && row.text === '' && row.keep === undefined
  return (
    <li className="grid gap-1.5 p-1.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <TextField
          aria-label={t('servers.form.keyOf', { row: called })}
          placeholder={example}
          height="small"
          mono
          className="max-w-44"
          value={row.name}
          onValue={(name) => onRow({ ...row, name })}
        />
        {held ? (
          <>
            <span className="flex min-w-0 grow items-center gap-1.5 text-text-2">
              <KeyRound size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              <Text
                id="servers.form.secretNamed"
                components={{
                  name: (
                    <code translate="no" className="mono cut">
                      {row.secret}
                    </code>
                  ),
                }}
              />
            </span>
            <Button look="bare" size="small" onClick={() => onRow({ ...row, keep: true })}>
              {t('servers.form.replace')}
            </Button>
          </>
        ) : (
          <>
            <div className="min-w-40 grow">
              <SecretField
                height="small"
                plain={!kept && row.keep !== true}
                aria-label={t('servers.form.valueOf', { row: called })}
                value={row.text}
                onValue={(text) => onRow({ ...row, text })}
              />
            </div>
            <span className="flex shrink-0 items-center gap-1.5 px-1 text-12 text-text-2">
              <Switch
                label={t('servers.form.secretRow', { row: called })}
                checked={row.keep ?? looks}
                onChecked={(keep) => onRow({ ...row, keep })}
              />
              <span aria-hidden="true">{t('servers.form.secretSwitch')}</span>
            </span>
          </>
        )}
        <IconButton
          size="small"
          label={t('servers.form.removeRow', { row: called })}
          icon={<Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      {kept && <p className="px-1 text-12 text-text-3">{t('servers.form.goesAs', { name: secretName })}</p>}
      {looks && !kept && <p className="px-1 text-12 text-ask-text">{t('servers.form.looksSecret')}</p>}
    </li>
  )
}

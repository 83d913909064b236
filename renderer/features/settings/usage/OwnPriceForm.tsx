import { useState, type FormEvent } from 'react'
import type { ModelRef } from '../../../../shared/domain/ids'
import type { ModelPrice } from '../../../../shared/domain/models/modelProvider'
import { numberAsTyped } from '../../../../shared/i18n/numberAsTyped'
import { readNumber } from '../../../../shared/i18n/readNumber'
import { t, translator } from '../../../i18n/t'
import { callHost } from '../../../rpc/callHost'
import { Button } from '../../../ui/Button'
import { Field } from '../../../ui/form/Field'
import { NumberField } from '../../../ui/form/NumberField'
import { ErrorNotice } from '../../../widgets/ErrorNotice'
import { ModelPicker } from '../../../widgets/models/ModelPicker'
import { useKnownModels } from '../../../widgets/models/useKnownModels'
import { useAsyncAction } from '../../../widgets/useAsyncAction'

const amounts = ['input', 'cacheRead', 'cacheWrite', 'output'] as const
type Amount = (typeof amounts)[number]
type Typed = Readonly<Record<Amount, string>>

/** The largest price that is taken, in dollars per million tokens. */
const MOST = 1_000_000

/** Sets what a model costs. It begins with what is known of it. */
export function OwnPriceForm({ onDone }: { readonly onDone: () => void }) {
  const known = useKnownModels()
  const [model, setModel] = useState<ModelRef>()
  const [typed, setTyped] = useState<Typed>(asTyped(undefined))
  const [left, setLeft] = useState(false)
  const { busy, failed, run } = useAsyncAction()
  const price = read(typed)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    setLeft(true)
    if (model === undefined || !price) return
    run(async () => {
      await callHost('models.setPrice', { model, price })
      onDone()
    })
  }
  return (
    <form noValidate onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-t-3 bg-accent-soft px-4 py-3">
      <ModelPicker
        label={t('settings.usage.priceOf')}
        look="field"
        choice={model}
        onChoice={(chosen) => {
          if (chosen === 'none') return
          setModel(chosen)
          setTyped(asTyped(known?.models[chosen]?.price))
        }}
      />
      <div className="grid grid-cols-2 gap-3 wide:grid-cols-4">
        {amounts.map((amount) => (
          <Field
            key={amount}
            layout="stack"
            label={t(`settings.usage.amount.${amount}`)}
            error={left && !isFine(amount, typed[amount]) ? t('settings.usage.noAmount') : undefined}
          >
            {(control) => (
              <NumberField {...control} height="small" value={typed[amount]} onValue={(value) => setTyped({ ...typed, [amount]: value })} />
            )}
          </Field>
        ))}
      </div>
      <p className="text-12 text-text-2">{t('settings.usage.priceHelp')}</p>
      {failed && <ErrorNotice role="alert" error={failed} />}
      <div className="flex justify-end gap-1.5">
        <Button look="bare" size="small" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
        <Button look="ink" size="small" type="submit" busy={busy} disabled={model === undefined}>
          {t('settings.usage.save')}
        </Button>
      </div>
    </form>
  )
}

function asTyped(price: ModelPrice | undefined): Typed {
  const { locale } = translator()
  const text = (amount: number | undefined): string => (amount === undefined ? '' : numberAsTyped(amount, locale))
  return { input: text(price?.input), cacheRead: text(price?.cacheRead), cacheWrite: text(price?.cacheWrite), output: text(price?.output) }
}

/** The prices of the cache may be left empty: they are then those of other input. */
function isFine(amount: Amount, text: string): boolean {
  if (text.trim() === '') return amount === 'cacheRead' || amount === 'cacheWrite'
  const number = readNumber(text, translator().locale)
  return number !== undefined && number >= 0 && number <= MOST
}

function read(typed: Typed): ModelPrice | undefined {
  if (!amounts.every((amount) => isFine(amount, typed[amount]))) return undefined
  const [input, cacheRead, cacheWrite, output] = amounts.map((amount) => readNumber(typed[amount], translator().locale))
  if (input === undefined || output === undefined) return undefined
  return { input, output, ...(cacheRead !== undefined && { cacheRead }), ...(cacheWrite !== undefined && { cacheWrite }) }
}

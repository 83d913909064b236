import { Check } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { t } from '../../i18n/t'
import { callHost } from '../../rpc/callHost'
import { useTopic } from '../../rpc/useTopic'
import { TopBar } from '../../widgets/TopBar'
import { Button } from '../../ui/Button'
import { CountBadge } from '../../ui/CountBadge'
import { EndpointForm } from '../../widgets/EndpointForm'
import { ErrorNotice } from '../../widgets/ErrorNotice'
import { LocalModelServers } from '../../widgets/LocalModelServers'
import { ApiKeyForm } from '../../widgets/ApiKeyForm'
import { useAsyncAction } from '../../widgets/useAsyncAction'
import { FirstServer } from './FirstServer'

/**
 * The first screen. It asks for a model (or none) and a first server. Each takes one click when this computer already has what it needs.
 */
export function FirstStart({ onDone }: { readonly onDone: () => void }) {
  const model = useTopic('models', (models) => models.default)
  const servers = useTopic('servers', (list) => list.servers.length) ?? 0
  const through = model !== undefined && servers > 0
  useEffect(() => {
    if (through) onDone()
  }, [through, onDone])
  return (
    <>
      <TopBar narrowOnly>
        <span translate="no" className="font-title">
          Parley
        </span>
      </TopBar>
      <div className="min-h-0 grow scroll-pb-20 overflow-y-auto bg-frame px-4 pt-8 wide:pt-10">
        <div className="mx-auto grid max-w-152 grid-cols-[minmax(0,1fr)]">
          <h1 className="text-26 font-title tracking-[-0.02em]">{t('firstStart.title')}</h1>
          <p className="mt-1 mb-2 text-14 leading-[1.45rem] text-text-2">{t('firstStart.lead')}</p>
          <Step
            number={1}
            title={t('firstStart.model')}
            done={model === undefined ? undefined : model === 'none' ? t('firstStart.noModelChosen') : model}
          >
            <ModelStep />
          </Step>
          <Step number={2} title={t('firstStart.firstServer')} done={servers === 0 ? undefined : t('firstStart.added', { count: servers })}>
            <FirstServer />
          </Step>
          {/* In a low window the steps scroll under it. */}
          <div className="sticky bottom-0 mt-2.5 flex items-center gap-3 bg-frame py-3 wide:pb-6">
            <p className="grow text-12 text-text-3">{t('firstStart.nothingSent')}</p>
            <Button size="action" look="bare" onClick={onDone}>
              {t('firstStart.skip')}
            </Button>
          </div>
        </div>
      </div>
    </>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  /** The choice, once the person has made it. */
  readonly done: string | undefined
  readonly children: ReactNode
}

function Step({ number, title, done, children }: StepProps) {
  return (
    <section aria-label={title} className="mt-1">
      <h2 className="mt-3 mb-2 flex items-center gap-2 font-title">
        {done === undefined ? (
          <CountBadge count={number} look="ink" />
        ) : (
          <span className="grid size-4.5 place-items-center rounded-full bg-press">
            <Check size={11} strokeWidth={3} aria-hidden="true" className="text-allow-text" />
          </span>
        )}
        {title}
        {done !== undefined && <span className="breakable text-12 font-text text-text-2">{done}</span>}
      </h2>
      {done === undefined && children}
    </section>
  )
}

function ModelStep() {
  const [open, setOpen] = useState<'key' | 'endpoint' | undefined>()
  const { failed, run } = useAsyncAction()
  const toggle = (which: 'key' | 'endpoint') => setOpen(open === which ? undefined : which)
  const goWithout = () => run(() => callHost('models.setDefault', { model: 'none' }))
  return (
    <div className="divide-y divide-line rounded-3 border border-line bg-raised">
      <LocalModelServers ink known={[]} onDone={() => undefined} nothing={t('firstStart.noModelFound')} />
      <Way
        title={t('firstStart.withKey')}
        help={t('firstStart.withKey.help')}
        open={open === 'key'}
        form={<ApiKeyForm onDone={() => undefined} />}
      >
        <Button aria-expanded={open === 'key'} onClick={() => toggle('key')}>
          {t('firstStart.pasteKey')}
        </Button>
      </Way>
      <Way
        title={t('firstStart.endpoint')}
        help={t('firstStart.endpoint.help')}
        open={open === 'endpoint'}
        form={<EndpointForm onDone={() => undefined} />}
      >
        <Button aria-expanded={open === 'endpoint'} onClick={() => toggle('endpoint')}>
          {t('firstStart.giveAddress')}
        </Button>
      </Way>
      <Way title={t('firstStart.noModel')} help={t('firstStart.noModel.help')}>
        <Button onClick={goWithout}>{t('firstStart.goWithout')}</Button>
      </Way>
      {failed && (
        <div className="p-3">
          <ErrorNotice role="alert" error={failed} />
        </div>
      )}
    </div>
  )
}

interface WayProps {
  readonly title: string
  readonly help: string
  readonly open?: boolean
  readonly form?: ReactNode
  readonly children: ReactNode
}

function Way({ title, help, open = false, form, children }: WayProps) {
  return (
    <div className={open ? 'bg-accent-soft px-4 py-2.5' : 'px-4 py-2.5'}>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-60">
          <h3 className="font-label">{title}</h3>
          <p className={open ? 'text-12 text-text-2' : 'text-12 text-text-3'}>{help}</p>
        </div>
        {children}
      </div>
      {open && <div className="pt-2.5 pb-1">{form}</div>}
    </div>
  )
}

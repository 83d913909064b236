import type { ReactNode } from 'react'
import type { PolicyFileView, PolicyStatement, PolicyView } from '../../../shared/domain/policyView'
import { usePolicy } from '../../rpc/usePolicy'
import { CopyButton } from '../../ui/CopyButton'
import { EmptyState } from '../../ui/EmptyState'
import { Notice } from '../../ui/Notice'
import { SafeText } from '../../ui/SafeText'
import { SettingsSection } from './SettingsSection'
import { t } from '../../i18n/t'
import { Text } from '../../i18n/Text'

/** Shows what an admin has fixed, the admin's name, and the file. */
export function PolicyPage() {
  const policy = usePolicy()
  const isBroken = policy.files.some(({ state }) => state === 'broken')
  return (
    <>
      {policy.files.map((file) => (
        <FileState key={file.path} file={file} />
      ))}
      <SettingsSection title={t('policy.page.sets')}>
        <div className="rounded-3 border border-line bg-raised">
          {policy.says.length > 0 && <Statements policy={policy} />}
          {policy.says.length === 0 && !isBroken && <EmptyState title={t('policy.page.nothing')} text={t('policy.page.nothingHelp')} />}
          {isBroken && <EmptyState title={t('policy.page.broken')} text={t('policy.page.brokenHelp')} />}
        </div>
      </SettingsSection>
      <SettingsSection title={t('policy.page.who')}>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 rounded-3 border border-line bg-raised px-4 py-3 wide:grid-cols-[max-content_minmax(0,1fr)_auto]">
          {policy.setBy.map(({ name, contact }) => (
            <Row key={name} term={<SafeText text={name} />}>
              {contact === undefined ? t('policy.page.noContact') : <SafeText text={contact} />}
            </Row>
          ))}
          {policy.files.map(({ path, from }) => (
            <Row key={path} term={t(`policy.page.from.${from}`)} end={<CopyButton label={t('settings.copyPath')} text={() => path} />}>
              <code translate="no" className="mono breakable">
                {path}
              </code>
            </Row>
          ))}
        </dl>
        {policy.files.length > 1 && <p className="mt-2 text-12 text-text-3">{t('policy.page.stricter')}</p>}
      </SettingsSection>
    </>
  )
}

/** Reports a policy file whose last version counts. A notice above every page reports a file that cannot be used. */
function FileState({ file: { state, path } }: { readonly file: PolicyFileView }) {
  if (state !== 'gone' && state !== 'lastGood') return null
  return (
    <div className="mb-4">
      <Notice title={t(`policy.page.${state}`)}>
        <Text
          id={`policy.page.${state}Help`}
          components={{
            path: (
              <code translate="no" className="mono breakable">
                {path}
              </code>
            ),
          }}
        />
      </Notice>
    </div>
  )
}

function Statements({ policy }: { readonly policy: PolicyView }) {
  const several = policy.setBy.length > 1
  const parts = [...Map.groupBy(policy.says, ({ part }) => part)]
  return (
    <dl className="divide-y divide-line">
      {parts.map(([part, says]) => (
        <div key={part} className="grid gap-x-4 gap-y-1 px-4 py-2.5 medium:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-text-3">{t(`policy.part.${part}`)}</dt>
          <dd className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {says.map((statement, index) => (
              <Statement key={index} statement={statement} several={several} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Statement({ statement: { by, fact }, several }: { readonly statement: PolicyStatement; readonly several: boolean }) {
  return (
    <div className="breakable">
      {t(`policy.says.${fact.code}`, fact.params)}
      {several && (
        <span className="text-12 text-text-3">
          {' '}
          <Text id="policy.setBy" components={{ by: <SafeText text={by} /> }} />
        </span>
      )}
    </div>
  )
}

function Row({ term, end, children }: { readonly term: ReactNode; readonly end?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="breakable col-span-2 text-text-3 wide:col-span-1">{term}</dt>
      <dd className="breakable">{children}</dd>
      <dd>{end}</dd>
    </>
  )
}

import { errorTitle, translateError } from '../i18n/translateError'
import { useTopic } from '../rpc/useTopic'
import { CopyButton } from '../ui/CopyButton'
import { Notice } from '../ui/Notice'
import { UnlockButton } from '../widgets/UnlockButton'
import { t } from '../i18n/t'

/**
 * Lists the user's files that Parley cannot read and says what is wrong, until they are repaired. Also lists secrets that wait for their
 * passphrase.
 */
export function FileProblems() {
  const problems = useTopic('app', (app) => app.problems) ?? []
  const waits =
    useTopic('vault', (vault) => vault.state === 'needsPassphrase' && vault.secrets.some((secret) => !('isMissing' in secret))) ?? false
  if (problems.length === 0 && !waits) return null
  return (
    <div className="grid shrink-0 gap-2 border-b border-line p-3">
      {waits && (
        <Notice look="ask" title={t('layout.locked')} actions={<UnlockButton />}>
          {t('layout.locked.waits')}
        </Notice>
      )}
      {problems.map((problem) => (
        <Notice
          key={problem.file}
          role="alert"
          look="danger"
          title={errorTitle(problem.error)}
          actions={
            <>
              {problem.error.code === 'SECRETS_LOCKED' && <UnlockButton />}
              <CopyButton label={t('layout.copyPath')} text={() => problem.path} />
            </>
          }
        >
          {translateError(problem.error).hint}{' '}
          <code translate="no" dir="ltr" className="mono breakable text-text-2">
            {problem.path}
          </code>
        </Notice>
      ))}
    </div>
  )
}

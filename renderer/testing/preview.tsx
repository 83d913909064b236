import '../ui/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { readLanguageChoice } from '../../shared/i18n/locale'
import { startLanguage } from '../i18n/useLanguage'
import { createQueryClient } from '../rpc/queryClient'
import { setHost } from '../rpc/currentHostClient'
import { App } from '../layout/App'
import { useNavigation } from '../state/navigation'
import { offerUndo } from '../state/undoStore'
import { announceRetry } from './previewFailures'
import { answerApps } from './previewApps'
import { answerOpen } from './previewOpen'
import { answerSearch } from './previewSearch'
import { previewHost } from './previewHost'
import { dialogStage } from './previewStage'
import { previewTelemetry, previewTelemetryOffer } from './previewTelemetry'

// The screens over a host of plain values. `node renderer/testing/preview.mjs` serves them. `?fresh` shows the first screen,
// `?dialogs=form` one of the question dialogs (previewDialogs.ts), `?language=pseudo` another language, and
// `?text=200` a text size. Not part of the build.
const asked = new URLSearchParams(location.search)
const host = previewHost(asked.has('fresh'))
answerSearch(host)
announceRetry(host)
answerOpen(host)
answerApps(host)
setHost(host)
const language = asked.get('language') ?? 'en'
document.documentElement.dataset['language'] = language
await startLanguage()
const chosen = readLanguageChoice(language) ?? 'system'
const textSize = Number(asked.get('text') ?? 100)
host.publish('settings', {
  appearance: { language: chosen === 'pseudo' ? 'system' : chosen, theme: 'system', textSize },
  notifications: false,
  automaticSummaries: false,
})
host.publish('telemetry', asked.has('fresh') ? previewTelemetryOffer : previewTelemetry).answer('telemetry.sample', ({ content }) => [
  {
    signal: 'traces',
    name: 'tools/call get-weather',
    attributes: [
      ['mcp.method.name', 'tools/call'],
      ['gen_ai.tool.name', 'get-weather'],
      ...(content ? ([['gen_ai.tool.call.arguments', '{"city":"Bern"}']] as const) : []),
    ],
  },
])
host.answer('folders.check', ({ folders }) =>
  folders.map((folder) => ({ folder, found: true, ...(folder === '/home/dana' && { risk: 'home' as const }) })),
)
const dialog = asked.get('dialogs')
const dialogs = dialog === null ? undefined : dialogStage(host)
if (dialog) dialogs?.show(dialog)
Object.assign(window, { screen: useNavigation, dialogs, offerUndo })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <App />
    </QueryClientProvider>,
  )
}

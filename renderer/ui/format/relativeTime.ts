/** Pure: `38 ms`, `1.4 s`, `12 s`, `3 min`, `2 h`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1000
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h`
}

/** Pure: how long something has been running, in whole seconds, so that it changes once a second: `7 s`, `3 min`. */
export function formatElapsed(ms: number): string {
  return ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s` : formatDuration(ms)
}

/** Pure: how long ago, for lists: `12 s`, `3 min`, `5 h`, `Yesterday`, then a date. */
export function formatAge(at: number, now: number): string {
  const ms = Math.max(0, now - at)
  if (ms < 24 * 3_600_000 && new Date(at).getDate() === new Date(now).getDate()) return formatElapsed(ms)
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days <= 1) return 'Yesterday'
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** Pure: how long ago, within a sentence: `just now`, `12 s ago`, `yesterday`, `on 12 Nov 2026`. */
export function formatTimeAgo(at: number, now: number): string {
  if (now - at < 5000) return 'just now'
  const age = formatAge(at, now)
  return /^\d+ (s|min|h)$/.test(age) ? `${age} ago` : age === 'Yesterday' ? 'yesterday' : `on ${age}`
}

/** Pure: the time of day, `14:02`. */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** Pure: the time of day to the second, `14:02:11`; with its thousandths, `14:02:11.038`. */
export function formatTime(at: number, exact = false): string {
  const words = new Date(at).toLocaleTimeString('en-GB')
  return exact ? `${words}.${String(at % 1000).padStart(3, '0')}` : words
}

/** Pure: `512 B`, `1.2 KB`, `2.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Pure: `1 tool`, `3 tools`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Pure: the day, within a sentence: `today`, `yesterday`, `on 12 Nov 2026`. */
export function formatDay(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  return `on ${new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}`
}

/** Pure: a moment near or far, before or behind: `today 13:40`, `tomorrow 09:00`, `3 Sep 2026`. */
export function formatWhen(at: number, now: number): string {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000)
  const near = days === 0 ? 'today' : days === 1 ? 'tomorrow' : days === -1 ? 'yesterday' : undefined
  if (near !== undefined) return `${near} ${formatClock(at)}`
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

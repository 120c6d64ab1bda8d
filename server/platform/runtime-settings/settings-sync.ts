import {
  isSiteSettingKey,
  siteSettings,
  type SiteSettingKey,
  type SiteSettingValues,
} from '#contract/settings/site-settings.ts'
import { db } from '../db/db.ts'
import { onSignal } from '../live-updates/signals.ts'
import { log } from '../log.ts'
import { dropCachedPages } from '../pages/page-cache.ts'
import { setStoredSettings } from './runtime-settings.ts'

/**
 * How often a process compares its settings with the database. A change usually arrives as a notification, but
 * not every process listens for notifications, and a connection can be lost. One comparison reads about ten
 * short rows.
 */
export const settingsPollMs = 1000

/** The rows that this process has read, as JSON, and their versions. Null before the first load. */
let knownRows: string | null = null
let knownVersions: string | null = null
let reading: Promise<void> = Promise.resolve()

/** Loads the settings, and loads them again whenever they change. Returns a function that stops this. */
export async function startSettingsSync({ isPolling = true } = {}): Promise<() => Promise<void>> {
  await refreshSettings()
  const stopListening = onSignal('settings', () => void refreshSettings().catch(logFailure))
  let polling: Promise<void> | undefined
  const poll = () =>
    (polling ??= refreshIfChanged()
      .catch(logFailure)
      .finally(() => (polling = undefined)))
  const timer = isPolling ? setInterval(() => void poll(), settingsPollMs).unref() : undefined
  return async () => {
    stopListening()
    clearInterval(timer)
    await polling
    await reading
    setStoredSettings({})
    knownRows = knownVersions = null
  }
}

/**
 * Loads the settings from the database. Concurrent calls run one after another, so that an older result never
 * replaces a newer one.
 */
export function refreshSettings(): Promise<void> {
  const next = reading.then(loadSettings)
  reading = next.catch(() => {})
  return next
}

async function refreshIfChanged(): Promise<void> {
  const rows = await db.selectFrom('site_settings').select(['key', 'version']).orderBy('key').execute()
  if (describeVersions(rows) !== knownVersions) await refreshSettings()
  hasFailed = false
}

async function loadSettings(): Promise<void> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['key', 'version', 'value'])
    .orderBy('key')
    .execute()
  const json = JSON.stringify(rows)
  if (json === knownRows) return
  setStoredSettings(
    Object.fromEntries(
      rows.flatMap(({ key, value }) => parseStoredSetting(key, value)),
    ) as Partial<SiteSettingValues>,
  )
  knownRows = json
  knownVersions = describeVersions(rows)
  // Pages contain the site's name and the announcement. A page that is being rendered is not cached either.
  dropCachedPages('')
}

function describeVersions(rows: { key: string; version: number }[]): string {
  return rows.map(({ key, version }) => `${key} ${version}`).join()
}

/** Ignores settings of other releases, and values that this release does not accept. */
function parseStoredSetting(key: string, value: unknown): [SiteSettingKey, unknown][] {
  if (value === null || !isSiteSettingKey(key)) return []
  const parsed = siteSettings[key].schema.safeParse(value)
  if (parsed.success) return [[key, parsed.data]]
  log.warn('a stored setting is invalid, so its default applies', { setting: key })
  return []
}

let hasFailed = false

/** Only the first failure of an outage is logged. */
function logFailure(error: unknown): void {
  if (!hasFailed) log.warn('the settings could not be read', { error: (error as Error).message })
  hasFailed = true
}

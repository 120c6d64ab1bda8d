import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSettings, SettingsFile, SettingState } from '#contract/settings/settings-endpoints.ts'
import { isSiteSettingKey, siteSettingKeys, siteSettings } from '#contract/settings/site-settings.ts'
import { db } from '#server/platform/db/db.ts'
import { getSetting, isSettingLocked } from '#server/platform/runtime-settings/runtime-settings.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'

/** Returns all settings in the order of the contract. */
export async function listSettings(): Promise<ResponseOf<typeof getSettings>> {
  await refreshSettings()
  const rows = await db
    .selectFrom('site_settings')
    .select(['key', 'value', 'version', 'changed_at'])
    .execute()
  const stored = new Map(rows.map((row) => [row.key, row]))
  return {
    settings: siteSettingKeys.map((key): SettingState => {
      const row = stored.get(key)
      const isSet = row !== undefined && row.value !== null
      return {
        key,
        value: getSetting(key),
        default: siteSettings[key].default,
        source: isSettingLocked(key) ? 'environment' : isSet ? 'database' : 'default',
        environment_variable: siteSettings[key].environmentVariable,
        version: row?.version ?? 0,
        changed_at: isSet ? row.changed_at.toISOString() : null,
      }
    }),
  }
}

/** Returns the stored settings as a file for `importSettings`. Values from the environment are left out. */
export async function exportSettings(): Promise<SettingsFile> {
  const rows = await db
    .selectFrom('site_settings')
    .select(['key', 'value'])
    .where('value', 'is not', null)
    .orderBy('key')
    .execute()
  return {
    format: 'site-settings-1',
    settings: Object.fromEntries(
      rows.filter(({ key }) => isExported(key)).map(({ key, value }) => [key, value]),
    ),
  }
}

function isExported(key: string): boolean {
  return isSiteSettingKey(key) && !isSettingLocked(key)
}

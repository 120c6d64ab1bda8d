import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '#contract/errors/api-error.ts'
import { settingProblems, settingRules } from '#contract/settings/setting-rules.ts'
import { isSiteSettingKey, type SiteSettingKey, siteSettings } from '#contract/settings/site-settings.ts'
import { sql } from 'kysely'
import { writeAuditEntry } from '#server/moderation/audit/audit-log.ts'
import { transaction, type Tx } from '#server/platform/db/db.ts'
import { isSettingLocked } from '#server/platform/runtime-settings/runtime-settings.ts'
import { refreshSettings } from '#server/platform/runtime-settings/settings-sync.ts'

/** A new value of a setting. A value of null removes the setting, so that its default applies. */
export interface SettingChange {
  value: unknown
  /** The version that the admin has seen. If undefined, the change applies to any version. */
  version?: number | undefined
}

/** Who changes the settings. Null is the operator on the command line. */
type Actor = { id: string } | null

/**
 * Changes settings and writes one audit entry per change. If one change is invalid or based on an old version,
 * throws an ApiError that names all such settings, and changes nothing. This process uses the new values as
 * soon as the function returns, and the other processes within 2 s.
 */
export async function changeSettings(
  actor: Actor,
  changes: Readonly<Record<string, SettingChange>>,
): Promise<void> {
  const valid = validateSettingChanges(changes)
  await transaction(async (tx) => {
    // Changes run one after another. Reading and the nightly backup do not wait for this lock.
    await sql`lock table site_settings in share row exclusive mode`.execute(tx)
    const stored = await loadStoredSettings(tx)
    const outdated = valid.filter(
      ({ key, version }) => version !== undefined && version !== (stored.get(key)?.version ?? 0),
    )
    if (outdated.length > 0)
      throw new ApiError('settings_changed', { settings: outdated.map(({ key }) => key).join(', ') })
    for (const { key, value } of valid) {
      const before = stored.get(key)?.value ?? null
      if (isDeepStrictEqual(before, value)) continue
      await storeSetting(tx, key, value)
      await writeAuditEntry(tx, {
        action: 'setting',
        actor: actor?.id ?? null,
        details: { setting: key, from: toAuditValue(before), to: toAuditValue(value) },
      })
    }
  })
  await refreshSettings()
}

interface ValidChange {
  key: SiteSettingKey
  value: unknown
  version: number | undefined
}

/** Returns the parsed values. Throws one ApiError with a line for every setting that is not accepted. */
function validateSettingChanges(changes: Readonly<Record<string, SettingChange>>): ValidChange[] {
  const problems: string[] = []
  const valid: ValidChange[] = []
  for (const [key, { value, version }] of Object.entries(changes)) {
    const result = parseSetting(key, value)
    if ('problem' in result) problems.push(`${key}: ${result.problem}`)
    else valid.push({ key: key as SiteSettingKey, value: result.value, version })
  }
  if (problems.length > 0) throw new ApiError('settings_invalid', { problems: problems.join('\n') })
  return valid
}

function parseSetting(key: string, value: unknown): { value: unknown } | { problem: string } {
  if (!isSiteSettingKey(key)) return { problem: settingProblems.unknown }
  if (isSettingLocked(key))
    return { problem: settingProblems.locked({ variable: siteSettings[key].environmentVariable! }) }
  if (value === null) return { value: null }
  const parsed = siteSettings[key].schema.safeParse(value)
  return parsed.success ? { value: parsed.data } : { problem: settingRules[key] }
}

async function loadStoredSettings(tx: Tx): Promise<Map<string, { value: unknown; version: number }>> {
  const rows = await tx.selectFrom('site_settings').select(['key', 'value', 'version']).execute()
  return new Map(rows.map((row) => [row.key, row]))
}

async function storeSetting(tx: Tx, key: SiteSettingKey, value: unknown): Promise<void> {
  const json = value === null ? null : JSON.stringify(value)
  await tx
    .insertInto('site_settings')
    .values({ key, value: json })
    .onConflict((row) =>
      row.column('key').doUpdateSet({
        value: json,
        version: sql<number>`site_settings.version + 1`,
        changed_at: new Date(),
      }),
    )
    .execute()
}

/** The audit log stores numbers, booleans and short text as they are, and other values as JSON. */
function toAuditValue(value: unknown): string | number | boolean | null {
  return value !== null && typeof value === 'object'
    ? JSON.stringify(value)
    : (value as string | number | boolean | null)
}

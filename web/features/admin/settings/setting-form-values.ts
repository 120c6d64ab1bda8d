import type { Announcement, HelpLine, SiteSettingKey } from '#contract/settings/site-settings.ts'

/** The groups of the settings page. Each group is one form. */
export const settingGroups = {
  general: ['site_name', 'contact_email', 'registration'],
  announcement: ['announcement'],
  help_lines: ['help_lines'],
  words: ['refuse_words', 'hold_words', 'allow_words'],
  limits: ['quota_gb', 'hold_first_comments'],
  claims: ['claim_videos', 'claim_quality', 'claim_zero_toxicity'],
} as const satisfies Record<string, readonly SiteSettingKey[]>

const numberKeys: readonly SiteSettingKey[] = ['quota_gb', 'hold_first_comments', 'claim_videos']

export function isNumberSetting(key: SiteSettingKey): boolean {
  return numberKeys.includes(key)
}

/** Converts the value of a setting to the values of its form fields, by field name. */
export function toSettingFields(key: SiteSettingKey, value: unknown): Record<string, string> {
  if (key === 'announcement') {
    const { text = '', level = 'info', from = null, until = null } = (value ?? {}) as Partial<Announcement>
    return {
      'announcement.text': text,
      'announcement.level': level,
      'announcement.from': toDateTimeField(from),
      'announcement.until': toDateTimeField(until),
    }
  }
  if (key === 'help_lines')
    return {
      help_lines: (value as HelpLine[])
        .map(({ text, country }) => (country === null ? text : `${country}: ${text}`))
        .join('\n'),
    }
  if (typeof value === 'boolean') return { [key]: value ? 'on' : 'off' }
  return { [key]: value === null ? '' : String(value as string | number) }
}

/** Converts the values of the form fields of a setting back to its value. Null means that the default applies. */
export function parseSettingFields(key: SiteSettingKey, field: (name: string) => string): unknown {
  if (key === 'announcement') {
    const text = field('announcement.text').trim()
    if (!text) return null
    return {
      text,
      level: field('announcement.level'),
      from: fromDateTimeField(field('announcement.from')),
      until: fromDateTimeField(field('announcement.until')),
    }
  }
  // Browsers send line breaks in text areas as \r\n.
  const raw = field(key).replaceAll('\r\n', '\n').trim()
  if (key === 'help_lines') return raw.split('\n').filter(Boolean).map(parseHelpLine)
  if (key === 'claim_zero_toxicity') return raw === 'on'
  if (raw === '' && (key === 'contact_email' || isNumberSetting(key))) return null
  // The server explains why text is not a number.
  if (isNumberSetting(key)) return Number.isFinite(Number(raw)) ? Number(raw) : raw
  return raw
}

function parseHelpLine(line: string): HelpLine {
  const [, country, text] = /^([A-Z]{2}):\s*(.+)$/.exec(line.trim()) ?? []
  return country && text ? { text, country } : { text: line.trim(), country: null }
}

/** `<input type="datetime-local">` has no time zone, so the page shows and reads times in UTC. */
function toDateTimeField(time: string | null): string {
  return time === null ? '' : new Date(time).toISOString().slice(0, 16)
}

function fromDateTimeField(value: string): string | null {
  return value === '' ? null : `${value}:00Z`
}

/** The name of the hidden field with the version of a setting. The server refuses changes to other versions. */
export function versionFieldName(key: SiteSettingKey): string {
  return `version:${key}`
}

/** The name of the hidden field with the value that was shown, so that unchanged fields are not saved. */
export function shownValueFieldName(key: SiteSettingKey): string {
  return `shown:${key}`
}

export function describeShownValue(key: SiteSettingKey, value: unknown): string {
  const fields = toSettingFields(key, value)
  return JSON.stringify(parseSettingFields(key, (name) => fields[name] ?? ''))
}

/** Returns the changes in a submitted form: the fields that differ from what was shown, or the setting whose default is restored. */
export function parseSettingsForm(form: FormData): Record<string, { value: unknown; version: number }> {
  const field = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const versionOf = (key: SiteSettingKey) => Number(field(versionFieldName(key)))
  const restored = field('restore') as SiteSettingKey | ''
  if (restored) return { [restored]: { value: null, version: versionOf(restored) } }
  const keys = Object.values(settingGroups)
    .flat()
    .filter((key) => form.has(versionFieldName(key)))
  const changes = keys.map(
    (key) => [key, { value: parseSettingFields(key, field), version: versionOf(key) }] as const,
  )
  return Object.fromEntries(
    changes.filter(([key, { value }]) => JSON.stringify(value) !== field(shownValueFieldName(key))),
  )
}

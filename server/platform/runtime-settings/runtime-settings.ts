import {
  type SiteSettingKey,
  siteSettings,
  type SiteSettingValues,
} from '#contract/settings/site-settings.ts'
import { config } from '../config.ts'

/**
 * The settings that admins have changed, as this process last read them from the database
 * (settings-sync.ts). Settings are read synchronously from memory, because almost every page and email needs
 * one.
 */
let storedSettings: Partial<SiteSettingValues> = {}

/**
 * Returns the current value of a setting: the value from the environment, else the value from the database,
 * else the default.
 */
export function getSetting<Key extends SiteSettingKey>(key: Key): SiteSettingValues[Key] {
  return (
    config.lockedSettings[key] ?? storedSettings[key] ?? (siteSettings[key].default as SiteSettingValues[Key])
  )
}

/** Returns whether the environment sets this setting, so that it cannot be changed. */
export function isSettingLocked(key: SiteSettingKey): boolean {
  return config.lockedSettings[key] !== undefined
}

/** Replaces the values from the database. Only settings-sync.ts and tests call this function. */
export function setStoredSettings(settings: Partial<SiteSettingValues>): void {
  storedSettings = settings
}

/** Returns the email address of the operator, from which the site also sends emails. */
export function getContactEmail(): string {
  return getSetting('contact_email') ?? `hello@${new URL(config.publicUrl).hostname}`
}

/** Returns the storage limit per person in bytes. Null means unlimited. */
export function getQuotaBytes(): number | null {
  const gigabytes = getSetting('quota_gb')
  return gigabytes === 0 ? null : Math.floor(gigabytes * 1024 ** 3)
}

import type { ResponseOf, ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import {
  type getSafetySettings,
  type getSafetyDefaults,
  type putSafetySetting,
  type SafetySetting,
} from '#contract/safety/safety-settings.ts'
import {
  type ConfigurableSetting,
  getAllowedSettingValues,
  isConfigurableSetting,
  getSettingPermissiveness,
  isAllowedSettingValue,
} from '#contract/safety/safety-setting-choices.ts'
import {
  ageBands,
  getDefaultSettingValue,
  safetyDefaults,
  safetyPolicyDate,
  type SafetySettingKey,
} from '#contract/safety/safety-defaults.ts'
import { config } from '../platform/config.ts'
import { db, transaction } from '../platform/db/db.ts'
import { requireActiveMember, type Member } from '../platform/http/viewer.ts'
import { selectOwnProfile } from '#server/access-policy/profile-queries.ts'
import {
  saveSafetySetting,
  loadDefaultSafetySetting,
  loadSafetySetting,
  resetSafetySetting,
} from '#server/safety-settings/safety-settings.ts'
import { updateOwnProfile } from './update-profile.ts'

const settingNames = Object.keys(safetyDefaults) as SafetySettingKey[]

/** Returns the table of the safety defaults that apply on this site. */
export async function listSafetyDefaults(): Promise<ResponseOf<typeof getSafetyDefaults>> {
  const preset = config.safetyPreset
  const settings = settingNames.map((setting) => ({
    setting,
    values: ageBands.map((band) => getDefaultSettingValue(setting, band, preset)),
  }))
  return { as_of: safetyPolicyDate, preset, ages: [...ageBands], settings }
}

/** Returns the viewer's effective safety settings. */
export async function loadOwnSafetySettings(viewer: Member): Promise<ResponseOf<typeof getSafetySettings>> {
  return { settings: await Promise.all(settingNames.map((setting) => presentSafetySetting(viewer, setting))) }
}

/**
 * Updates a safety setting. A value stricter than the current value is saved without confirmation. A value
 * less strict than the current value requires confirmation and an active account.
 */
export async function updateOwnSafetySetting(
  viewer: Member,
  setting: SafetySettingKey,
  { value, confirmed }: ParsedInputOf<typeof putSafetySetting>['body'],
): Promise<SafetySetting> {
  if (
    !isConfigurableSetting(setting) ||
    getAllowedSettingValues(setting, viewer.band, config.safetyPreset).length < 2
  )
    throw new ApiError('setting_fixed')
  if (!isAllowedSettingValue(setting, value, viewer.band, config.safetyPreset))
    throw new ApiError('setting_no_choice')
  const { value: now } = await presentSafetySetting(viewer, setting)
  if (getSettingPermissiveness(setting, value) > getSettingPermissiveness(setting, now)) {
    requireActiveMember(viewer)
    if (!confirmed) throw new ApiError('setting_looser')
  }
  await storeSafetySetting(viewer, setting, value)
  return presentSafetySetting(viewer, setting)
}

async function storeSafetySetting(
  viewer: Member,
  setting: ConfigurableSetting,
  value: unknown,
): Promise<void> {
  if (setting === 'profile') await updateOwnProfile(viewer, { is_private: value === 'private' })
  else
    await transaction(async (tx) => {
      const isDefault =
        JSON.stringify(await loadDefaultSafetySetting(tx, viewer.id, setting)) === JSON.stringify(value)
      await (isDefault
        ? resetSafetySetting(tx, viewer.id, setting)
        : saveSafetySetting(tx, viewer.id, setting, value))
    })
}

async function presentSafetySetting(viewer: Member, setting: SafetySettingKey): Promise<SafetySetting> {
  const value =
    setting === 'profile'
      ? await loadProfileVisibility(viewer)
      : await loadSafetySetting(db, viewer.id, setting)
  const usual = await loadDefaultSafetySetting(db, viewer.id, setting)
  const others = getAllowedSettingValues(setting, viewer.band, config.safetyPreset)
    .filter((choice) => JSON.stringify(choice) !== JSON.stringify(value))
    .map((choice) => ({
      value: choice,
      looser:
        getSettingPermissiveness(setting as ConfigurableSetting, choice) >
        getSettingPermissiveness(setting as ConfigurableSetting, value),
    }))
  const chosen = JSON.stringify(value) !== JSON.stringify(usual)
  return { setting, value, default: usual, chosen, choices: others }
}

/**
 * Returns whether the viewer's profile is private. Profile visibility is stored in the profile, as
 * `is_private`.
 */
async function loadProfileVisibility(viewer: Member): Promise<'public' | 'private'> {
  const { is_private } = await selectOwnProfile(viewer.id).select('is_private').executeTakeFirstOrThrow()
  return is_private ? 'private' : 'public'
}

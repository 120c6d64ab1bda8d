import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { siteSettingKeys } from './site-settings.ts'

const tag = 'Admin'

const settingValue = z
  .unknown()
  .meta({ description: 'The value of the setting. `null` means that the default applies.' })

/** A setting as admins see it. */
export const SettingState = z.object({
  key: z.enum(siteSettingKeys),
  value: settingValue.meta({ description: 'The value that is in effect.' }),
  default: settingValue.meta({ description: 'The value that applies if the setting is not set.' }),
  /** Where the value comes from. A setting from the environment is locked. */
  source: z.enum(['environment', 'database', 'default']),
  environment_variable: z
    .string()
    .nullable()
    .meta({ description: 'The environment variable that takes precedence over this setting, if any.' }),
  version: z.int().meta({ description: 'Changes with every change of the setting. 0 if it was never set.' }),
  changed_at: Timestamp.nullable(),
})
export type SettingState = z.output<typeof SettingState>

const SettingStates = z.object({ settings: z.array(SettingState) })

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Lists all settings that can be changed at run time. Admins only.',
  tag,
  response: SettingStates,
})

export const patchSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Changes settings. Either all changes take effect, or none. Admins only.',
  tag,
  body: z.strictObject({
    settings: z.record(
      z.string().max(60),
      z.strictObject({
        value: settingValue,
        version: z.int().min(0).meta({ description: 'The version on which the change is based.' }),
      }),
    ),
  }),
  response: SettingStates,
})

/** The file that contains the settings of a site. Settings that have their default value are left out. */
export const SettingsFile = z.object({
  format: z.literal('site-settings-1'),
  settings: z.record(z.string().max(60), settingValue),
})
export type SettingsFile = z.output<typeof SettingsFile>

export const exportSettings = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settings/export',
  summary: 'Returns the settings that were changed, as a file. Admins only.',
  tag,
  response: SettingsFile,
})

export const importSettings = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/settings/import',
  summary:
    'Sets all settings in the file. Settings that are not in the file keep their values. If one setting is invalid, nothing changes. Admins only.',
  tag,
  body: z.strictObject({
    format: z.literal('site-settings-1', 'settings_file_invalid'),
    settings: z.record(z.string().max(60), settingValue, 'settings_file_invalid'),
  }),
  response: SettingStates,
})

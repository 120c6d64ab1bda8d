import { announcementLevels, registrationModes } from '#contract/settings/setting-choices.ts'
import { settingLimits, type SiteSettingKey } from '#contract/settings/site-settings.ts'
import type { SettingState } from '#contract/settings/settings-endpoints.ts'
import { adminSettingsMessages } from '#web/messages/admin/settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDate } from '#web/ui/formatting/date-label.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextAreaField, TextField } from '#web/ui/forms/text-field.tsx'
import {
  describeShownValue,
  isNumberSetting,
  shownValueFieldName,
  toSettingFields,
  versionFieldName,
} from './setting-form-values.ts'

const messages = adminSettingsMessages

interface Props {
  setting: SettingState
  /** The values that the admin entered before the server refused them, by field name. */
  entered: Record<string, string> | undefined
}

/** The fields of one setting, or its value if an environment variable locks it. */
export function SettingField({ setting, entered }: Props) {
  const { key, source, version } = setting
  if (source === 'environment') return <LockedSetting setting={setting} />
  return (
    <div className="admin-setting">
      <input type="hidden" name={versionFieldName(key)} value={version} />
      <input type="hidden" name={shownValueFieldName(key)} value={describeShownValue(key, setting.value)} />
      <SettingInput setting={setting} entered={entered} />
      {source === 'database' && (
        <p className="admin-setting-state">
          {setting.changed_at && messages.changedOn({ date: formatDate(setting.changed_at) })}{' '}
          <Button
            type="submit"
            size="small"
            variant="ghost"
            name="restore"
            value={key}
            formNoValidate
            aria-label={messages.restoreDefaultFor({ setting: messages.labels[key] })}
          >
            {messages.restoreDefault}
          </Button>
        </p>
      )}
    </div>
  )
}

function SettingInput({ setting: { key, value }, entered }: Props) {
  const fields = { ...toSettingFields(key, value), ...entered }
  const common = {
    label: messages.labels[key],
    hint: messages.hints[key],
    name: key,
    defaultValue: fields[key],
  }
  switch (key) {
    case 'announcement':
      return <AnnouncementFields fields={fields} />
    case 'registration':
      return (
        <Select {...common}>
          {registrationModes.map((mode) => (
            <option key={mode} value={mode}>
              {messages.registrationModes[mode]}
            </option>
          ))}
        </Select>
      )
    case 'claim_zero_toxicity':
      return (
        <Select {...common}>
          <option value="on">{messages.on}</option>
          <option value="off">{messages.off}</option>
        </Select>
      )
    case 'help_lines':
    case 'refuse_words':
    case 'hold_words':
    case 'allow_words':
      return <TextAreaField {...common} rows={4} dir="auto" spellCheck={false} />
    default:
      return <TextField {...common} {...inputAttributesOf(key)} />
  }
}

function inputAttributesOf(key: SiteSettingKey) {
  if (isNumberSetting(key))
    return { type: 'number', min: 0, step: key === 'quota_gb' ? 'any' : 1, inputMode: 'decimal' } as const
  if (key === 'contact_email') return { type: 'email', autoComplete: 'off' } as const
  const maxLength = key === 'site_name' ? settingLimits.siteName : settingLimits.claimQuality
  return { type: 'text', autoComplete: 'off', dir: 'auto', required: true, maxLength } as const
}

function AnnouncementFields({ fields }: { fields: Record<string, string> }) {
  const fieldProps = (name: string) => ({
    name: `announcement.${name}`,
    defaultValue: fields[`announcement.${name}`],
  })
  return (
    <>
      <TextAreaField
        label={messages.announcementText}
        hint={messages.hints.announcement}
        {...fieldProps('text')}
        rows={2}
        dir="auto"
        maxLength={settingLimits.announcement}
      />
      <div className="admin-setting-row">
        <Select label={messages.announcementLevel} {...fieldProps('level')}>
          {announcementLevels.map((level) => (
            <option key={level} value={level}>
              {messages.announcementLevels[level]}
            </option>
          ))}
        </Select>
        <TextField label={messages.announcementFrom} {...fieldProps('from')} type="datetime-local" optional />
        <TextField
          label={messages.announcementUntil}
          {...fieldProps('until')}
          type="datetime-local"
          optional
        />
      </div>
    </>
  )
}

function LockedSetting({ setting: { key, value, environment_variable } }: { setting: SettingState }) {
  return (
    <div className="admin-setting">
      <p className="field-label">{messages.labels[key]}</p>
      <p dir="auto" className="admin-setting-locked">
        {describeLockedValue(key, value)}
      </p>
      <p className="field-hint">{messages.locked({ variable: environment_variable ?? '' })}</p>
    </div>
  )
}

function describeLockedValue(key: SiteSettingKey, value: unknown): string {
  if (typeof value === 'boolean') return value ? messages.on : messages.off
  const mode = key === 'registration' && registrationModes.find((one) => one === value)
  if (mode) return messages.registrationModes[mode]
  return toSettingFields(key, value)[key] || messages.none
}

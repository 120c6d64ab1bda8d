import { Check } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { SafetySetting, SafetySettingValue } from '#contract/safety/safety-settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import {
  safetySettingLabels,
  formatSafetySettingValue,
  safetySettingsMessages,
} from '#web/messages/safety/safety-settings.ts'
import type { SafetySettingResult } from './submit-safety-setting.ts'
import './safety-setting-control.css'

interface Props {
  of: SafetySetting
  chosen: SafetySettingResult | undefined
}

/** Shows the current value of one safety setting, and a button for each other value. */
export function SafetySettingControl({ of: { setting, value, choices }, chosen }: Props) {
  const mine = chosen?.setting === setting ? chosen : undefined
  const asks = mine?.outcome === 'asks' ? mine : undefined
  return (
    <div className="flex flex-col items-start gap-2" data-setting={setting}>
      {choices.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <strong className="choice-now">
            <Check aria-hidden="true" />
            {formatSafetySettingValue(setting, value)}
          </strong>
          {!asks && (
            <Form
              method="post"
              preventScrollReset
              className="contents"
              aria-label={safetySettingsMessages.instead({ label: safetySettingLabels[setting].label })}
            >
              <SafetySettingHiddenFields setting={setting} />
              {choices.map((choice) => (
                <SafetySettingButton
                  key={JSON.stringify(choice.value)}
                  setting={setting}
                  value={choice.value}
                />
              ))}
            </Form>
          )}
        </div>
      ) : (
        <>
          <strong>{formatSafetySettingValue(setting, value)}</strong>
          <p className="text-13 text-quiet">
            {setting === 'public_name' && value === 'choice'
              ? safetySettingsMessages.profileForm
              : safetySettingsMessages.same}
          </p>
        </>
      )}
      {asks && <SafetySettingConfirmation setting={setting} from={value} to={asks.value} />}
      <p aria-live="polite" className="text-13 font-semibold text-good-ink empty:hidden">
        {mine?.outcome === 'saved' && safetySettingsMessages.saved}
      </p>
      {mine?.outcome === 'refused' && <FieldErrorMessage>{mine.detail}</FieldErrorMessage>}
    </div>
  )
}

function SafetySettingButton({
  setting,
  value,
}: {
  setting: SafetySetting['setting']
  value: SafetySettingValue
}) {
  const json = JSON.stringify(value)
  const pendingForm = useNavigation().formData
  const busy = pendingForm?.get('setting') === setting && pendingForm.get('value') === json
  return (
    <Button
      type="submit"
      size="small"
      name="value"
      value={json}
      busy={busy}
      className="min-h-[44px] max-w-full whitespace-normal"
    >
      {formatSafetySettingValue(setting, value)}
    </Button>
  )
}

/**
 * Asks the user, in neutral words, to confirm a less strict setting. The "yes" and "no" buttons are equally
 * prominent.
 */
function SafetySettingConfirmation({
  setting,
  from,
  to,
}: {
  setting: SafetySetting['setting']
  from: SafetySettingValue
  to: SafetySettingValue
}) {
  return (
    <fieldset
      aria-label={safetySettingsMessages.ask.title}
      className="flex flex-col gap-2 rounded-card border border-edge p-3"
    >
      <p className="text-15">
        {safetySettingsMessages.ask.text({
          from: formatSafetySettingValue(setting, from),
          to: formatSafetySettingValue(setting, to),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Form method="post" preventScrollReset>
          <SafetySettingHiddenFields setting={setting} />
          <input type="hidden" name="value" value={JSON.stringify(to)} />
          <Button type="submit" size="small" name="confirmed" value="yes">
            {safetySettingsMessages.ask.yes}
          </Button>
        </Form>
        <Form method="get" preventScrollReset>
          <Button type="submit" size="small">
            {safetySettingsMessages.ask.no}
          </Button>
        </Form>
      </div>
    </fieldset>
  )
}

function SafetySettingHiddenFields({ setting }: { setting: SafetySetting['setting'] }) {
  return (
    <>
      <input type="hidden" name="intent" value="safety" />
      <input type="hidden" name="setting" value={setting} />
    </>
  )
}

import type { OwnContent } from '#contract/content/own-content.ts'
import { adTagUrlMaxLength } from '#contract/limits.ts'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { adSettingsMessages } from '#web/messages/upload/ad-settings.ts'
import { formatAdBreakTimes } from './ad-break-times.ts'

interface Props {
  item: OwnContent
  /** The submitted values, which the form shows again if the server has rejected the form. */
  values: Record<string, string>
  errors: Partial<Record<string, string>>
}

/**
 * The fields for the ad settings of a video. Renders nothing for creators who cannot run ads, because the API
 * sends them no ad settings.
 */
export function AdSettingsFields({ item, values, errors }: Props) {
  const { vast_tag_url: tag, ad_breaks: breaks, monetization_enabled: isEnabled } = item
  if (tag === undefined || !breaks) return null
  const typed = 'vast_tag_url' in values
  return (
    <section className="flex flex-col gap-5" aria-labelledby="ads-title">
      <h2 id="ads-title" className="text-28">
        {adSettingsMessages.title}
      </h2>
      <p className="text-quiet">{adSettingsMessages.who}</p>
      <OriginalFormValues
        saved={{
          vast_tag_url: tag ?? '',
          ad_breaks: formatAdBreakTimes(breaks),
          monetization_enabled: isEnabled ?? false,
        }}
      />
      <Checkbox
        name="monetization_enabled"
        label={adSettingsMessages.on}
        defaultChecked={typed ? values['monetization_enabled'] === 'on' : isEnabled}
      />
      <TextField
        name="vast_tag_url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={adTagUrlMaxLength}
        label={adSettingsMessages.tag}
        hint={adSettingsMessages.tagHint}
        error={errors['vast_tag_url']}
        defaultValue={typed ? values['vast_tag_url'] : (tag ?? '')}
      />
      <TextField
        name="ad_breaks"
        autoComplete="off"
        label={adSettingsMessages.breaks}
        hint={adSettingsMessages.breaksHint}
        error={errors['ad_breaks']}
        defaultValue={typed ? values['ad_breaks'] : formatAdBreakTimes(breaks)}
      />
    </section>
  )
}

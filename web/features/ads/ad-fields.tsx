import type { OwnContent } from '#contract/content.ts'
import { adTagMax } from '#contract/limits.ts'
import { Baseline } from '#web/ui/baseline.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { words } from '#web/words/edit-ads.ts'
import { writeTimes } from './ad-times.ts'

interface Props {
  item: OwnContent
  /** What was typed and not accepted. */
  values: Record<string, string>
  errors: Partial<Record<string, string>>
}

/** Ads on a video, for makers who may have any; the answer has no such fields for others, and then there is nothing here. */
export function AdFields({ item, values, errors }: Props) {
  const { vast_tag_url: tag, ad_breaks: breaks, monetization_enabled: on } = item
  if (tag === undefined || !breaks) return null
  const typed = 'vast_tag_url' in values
  return (
    <section className="flex flex-col gap-5" aria-labelledby="ads-title">
      <h2 id="ads-title" className="text-28">
        {words.title}
      </h2>
      <p className="text-quiet">{words.who}</p>
      <Baseline
        saved={{ vast_tag_url: tag ?? '', ad_breaks: writeTimes(breaks), monetization_enabled: on ?? false }}
      />
      <Checkbox
        name="monetization_enabled"
        label={words.on}
        defaultChecked={typed ? values['monetization_enabled'] === 'on' : on}
      />
      <Field
        name="vast_tag_url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={adTagMax}
        label={words.tag}
        hint={words.tagHint}
        error={errors['vast_tag_url']}
        defaultValue={typed ? values['vast_tag_url'] : (tag ?? '')}
      />
      <Field
        name="ad_breaks"
        autoComplete="off"
        label={words.breaks}
        hint={words.breaksHint}
        error={errors['ad_breaks']}
        defaultValue={typed ? values['ad_breaks'] : writeTimes(breaks)}
      />
    </section>
  )
}

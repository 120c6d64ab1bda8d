import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about ads. Ad errors exist only if ads are enabled (`when` in error-table.ts). */
export const adErrors = defineMessages(
  'errors/ad',
  {
    ad_tag_invalid: {
      status: 422,
      title: 'Ad tag not accepted',
      detail: 'Enter a URL that starts with https:// and has at most 2,000 characters.',
      field: 'vast_tag_url',
      when: 'ADS=on',
    },
    ad_breaks_invalid: {
      status: 422,
      title: 'Ad breaks not accepted',
      detail:
        'Enter up to 20 ad breaks as times in seconds. No ad break can come after the end of the video.',
      field: 'ad_breaks',
      when: 'ADS=on',
    },
    ads_adults_only: {
      status: 403,
      title: 'Not allowed',
      detail: 'Only people aged 18 and over can earn money with ads.',
      when: 'ADS=on',
    },
  } as const,
  ['field', 'when'],
)

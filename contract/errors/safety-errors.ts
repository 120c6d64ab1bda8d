import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about safety settings and activity limits. Part of error-table.ts. */
export const safetyErrors = defineMessages(
  'errors/safety',
  {
    too_fast: {
      status: 429,
      title: 'Slow down',
      detail: 'You’re doing that too often. Please wait a minute, then try again.',
    },
    enough_today: {
      status: 429,
      title: 'Daily limit reached',
      detail: 'You’ve reached the limit for today. You can continue tomorrow.',
    },
    first_day_full: {
      status: 429,
      title: 'First-day limit reached',
      detail: 'New accounts have lower limits on their first day. You can continue tomorrow.',
    },
    visibility_required: {
      status: 422,
      title: 'Who can watch?',
      detail: 'Choose who can watch this video.',
      field: 'visibility',
    },
    rating_fixed: {
      status: 409,
      title: 'Rated 16+',
      detail: 'A moderator rated this video 16+, so you can’t change the rating.',
      field: 'rating',
    },
    setting_fixed: {
      status: 409,
      title: 'Fixed for your age',
      detail: 'This setting is the same for everyone your age, so you can’t change it.',
    },
    setting_no_choice: {
      status: 422,
      title: 'Not available',
      detail: 'Choose one of the available options.',
    },
    setting_looser: {
      status: 409,
      title: 'Are you sure?',
      detail:
        'This setting gives you less protection than your current one. Confirm the change, or keep your current setting.',
    },
  } as const,
  ['field', 'when'],
)

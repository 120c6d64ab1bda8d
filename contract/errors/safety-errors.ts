/** Errors caused by safety settings and their defaults by age band. Part of error-table.ts. */
export const safetyErrors = {
  too_fast: {
    status: 429,
    title: 'That was quick',
    detail: 'That was a lot in a short time. Take a breath, and go on in a minute.',
  },
  enough_today: {
    status: 429,
    title: 'Enough for today',
    detail: 'That was a lot for one day. You can go on tomorrow.',
  },
  first_day_full: {
    status: 429,
    title: 'Enough for the first day',
    detail: 'New accounts start slowly. You can go on tomorrow.',
  },
  visibility_required: {
    status: 422,
    title: 'Who can watch?',
    detail: 'Choose who can watch.',
    field: 'visibility',
  },
  rating_fixed: {
    status: 409,
    title: 'Rated 16+',
    detail: 'Somebody who looks after this site has rated this video 16+, so the rating stays.',
    field: 'rating',
  },
  setting_fixed: {
    status: 409,
    title: 'Not a choice',
    detail: 'This is the same for everybody of your age.',
  },
  setting_no_choice: { status: 422, title: 'Not a choice', detail: 'Choose one of the values on offer.' },
  setting_looser: {
    status: 409,
    title: 'Sure?',
    detail: 'This protects you less than before. Say yes once more, or leave it as it is.',
  },
} as const

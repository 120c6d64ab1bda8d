/** What is said where the defaults of the bands draw a line: a part of refusal-table.ts. */
export const safetyRefusals = {
  first_day_full: {
    status: 429,
    title: 'Enough for the first day',
    detail: 'New accounts start slowly. You can go on tomorrow.',
  },
} as const

/** What is said to people who look after people, and to those who ask for a second look: a part of refusal-table.ts. */
export const moderationRefusals = {
  move_refused: {
    status: 409,
    title: 'Not from here',
    detail: 'From where this stands now, it can’t be moved there. Reload to see what changed.',
  },
} as const

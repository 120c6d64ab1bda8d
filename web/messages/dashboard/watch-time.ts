/** The page that shows how long someone has watched. */
export const watchTimeMessages = {
  title: 'Your time',
  description: 'How long you have watched, for your eyes only.',
  today: (span: string) => `Today: ${span}`,
  /** For example `1 h 5 min`. */
  span(minutes: number): string {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
    if (hours === 0) return `${rest} min`
    return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
  },
  caption: (days: number, most: string) => `The last ${days} days, today on the right. Top line = ${most}.`,
  day: 'Day',
  watched: 'Watched',
  kept: 'Only you see this. We keep how long you watched on each day for 90 days, and nothing about what you watched.',
  forget: 'Forget all of it',
  forgotten: 'Forgotten.',
}

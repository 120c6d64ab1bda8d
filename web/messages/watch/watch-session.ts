/** Autoplay, break reminders and the end screen. */
export const watchSessionMessages = {
  watched: (minutes: number) => `You’ve watched for ${formatWatchedMinutes(minutes)}`,
  stretch: 'Stretch? Look out of the window, drink something. It will all still be here.',
  goOn: 'Keep watching',
  rest: 'Take a break',
  end: 'The video has ended',
  replay: 'Replay',
  upNext: 'Up next',
  next: (title: string) => `Next: ${title}`,
  inSeconds: (left: number) => (left === 1 ? 'in 1 second' : `in ${left} seconds`),
  cancel: 'Cancel',
  now: 'Play now',
  nextTitle: 'At the end',
  nextByItself: 'Play the next video',
  breakTitle: 'Offer a break after',
  breakAfter: (minutes: number) => (minutes === 0 ? 'Never' : `${minutes} min`),
  looser: 'Change this?',
  looserNext: 'When a video ends, the next one begins after five seconds, unless you press Cancel.',
  looserBreak: 'You will be offered a break later than now, or not at all.',
  looserYes: 'Change it',
  looserNo: 'Leave it',
}

function formatWatchedMinutes(minutes: number): string {
  if (minutes === 60) return 'an hour'
  if (minutes === 90) return 'an hour and a half'
  return minutes < 1 ? 'a while' : `${minutes} minutes`
}

/** The interface text for resuming, autoplay, break reminders and the end screen. */
export const watchSessionMessages = {
  /** `clock` is a position in the video, for example "12:30". */
  resumed: (clock: string) => `Resumed at ${clock}`,
  startOver: 'Start over',
  watched: (minutes: number) => `You’ve watched for ${formatWatchedMinutes(minutes)}`,
  stretch: 'Time to stretch or get some water? Your video will be here when you get back.',
  goOn: 'Keep watching',
  rest: 'Take a break',
  end: 'The video has ended',
  replay: 'Replay',
  upNext: 'Up next',
  next: (title: string) => `Next: ${title}`,
  inSeconds: (left: number) => (left === 1 ? 'in 1 second' : `in ${left} seconds`),
  cancel: 'Cancel',
  now: 'Play now',
  nextTitle: 'When a video ends',
  nextByItself: 'Play the next video',
  breakTitle: 'Remind me to take a break after',
  breakAfter: (minutes: number) => (minutes === 0 ? 'Never' : `${minutes} min`),
  looser: 'Change this setting?',
  looserNext: 'When a video ends, the next one starts after five seconds unless you press Cancel.',
  looserBreak: 'Your break reminder will come later than it does now, or not at all.',
  looserYes: 'Change setting',
  looserNo: 'Keep as it is',
}

function formatWatchedMinutes(minutes: number): string {
  if (minutes === 60) return 'an hour'
  if (minutes === 90) return 'an hour and a half'
  return minutes < 1 ? 'a while' : `${minutes} minutes`
}

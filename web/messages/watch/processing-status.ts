/** Not part of watch-page.ts, because few visits load this text, and the watch page has a size limit. */
export const processingStatusMessages = {
  gettingReady: 'Getting your video ready',
  processing: 'Processing',
  unfinished: 'This video hasn’t finished uploading yet.',
  paused:
    'Video processing is paused right now. Your video is safe, and processing will resume automatically.',
  inLine: (place: number) =>
    place === 1 ? 'Your video is next in line.' : `Your video is number ${place} in line.`,
  moreQualities: (done: string) => `Adding more quality options: ${done}`,
  done: (percent: number, left: string | null) => `${percent}%${left === null ? '' : `, ${left} left`}`,
  /** The estimated time until processing is finished, rounded. */
  left: {
    soon: 'a few seconds',
    seconds: (count: number) => `about ${count} s`,
    minutes: (count: number) => `about ${count} min`,
    hours: (count: string) => `about ${count} h`,
  },
}

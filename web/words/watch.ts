export const words = {
  videoBy: (name: string) => `A video by ${name}.`,
  nobody: 'Creator',
  related: 'Related',
  noRelated: 'No related videos yet',
  likes: 'Likes: ',
  edit: 'Edit',
  report: 'Report',
  notFound: 'Video not found',
  notFoundText: 'It may have been removed or the link is wrong',
  gettingReady: 'Getting it ready',
  processing: 'Processing',
  unfinished: 'The upload is not finished yet.',
  inLine: (place: number) => (place === 1 ? 'Next in line.' : `Number ${place} in line.`),
  moreQualities: (done: string) => `More qualities are on their way: ${done}`,
  done: (percent: number, left: string | null) => `${percent} %${left === null ? '' : `, ${left} left`}`,
  /** Rounded, because it is an estimate. */
  left: {
    soon: 'a few seconds',
    seconds: (count: number) => `about ${count} s`,
    minutes: (count: number) => `about ${count} min`,
    hours: (count: string) => `about ${count} h`,
  },
}

import { uiMessages } from '../site/ui-components.ts'

export const watchPageMessages = {
  videoBy: (name: string) => `A video by ${name}.`,
  nobody: 'Creator',
  related: 'Related',
  noRelated: 'No related videos yet',
  views: (views: number, isExact: boolean) =>
    views < 10 && !isExact ? 'Fewer than 10 views' : uiMessages.views(views),
  likes: 'Likes: ',
  featured: 'Featured',
  feature: 'Feature',
  unfeature: 'Stop featuring',
  edit: 'Edit',
  report: 'Report',
  trailerOn: (host: string) => `Trailer on ${host}`,
  stands: {
    pending: 'Being checked. Only you can see this video until then.',
    held: 'A moderator is reviewing this video. Only you can see it until then.',
    limited: 'Unlisted by a moderator: anyone with the link can watch.',
    removed: 'This video was removed. Nobody else can see it.',
    approved: 'This video is for ages 16 and up.',
  },
  why: 'Why, and what you can do',
  notFound: 'Video not found',
  notFoundText: 'It may have been removed or the link is wrong',
  gettingReady: 'Getting it ready',
  processing: 'Processing',
  unfinished: 'The upload isn’t finished yet.',
  paused: 'Processing is paused on this site. Your video is safe and continues by itself.',
  inLine: (place: number) => (place === 1 ? 'Next in line.' : `Number ${place} in line.`),
  moreQualities: (done: string) => `Making more qualities: ${done}`,
  done: (percent: number, left: string | null) => `${percent} %${left === null ? '' : `, ${left} left`}`,
  /** Rounded, because it is an estimate. */
  left: {
    soon: 'a few seconds',
    seconds: (count: number) => `about ${count} s`,
    minutes: (count: number) => `about ${count} min`,
    hours: (count: string) => `about ${count} h`,
  },
}

import { defineMessages, message } from '#i18n/define-messages.ts'
import { uiMessages } from '../site/ui-components.ts'

export const watchPageMessages = defineMessages('watch/watch-page', {
  videoBy: message<{ name: string }>('A video by {name}.'),
  nobody: 'Creator',
  episodeOf: message<{ season: number; episode: number; title: string }>('{title} · S{season} E{episode}'),
  seasons: 'Seasons',
  episodes: 'Episodes',
  season: message<{ season: number }>('Season {season}'),
  episode: message<{ episode: number }>('E{episode}'),
  nextEpisode: message<{ season: number; episode: number }>('Next episode · S{season} E{episode}'),
  allEpisodes: 'All episodes',
  playing: 'Now playing',
  related: 'Related',
  noRelated: 'No related videos yet',
  fewViews: 'Fewer than 10 views',
  views: (views: number, isExact: boolean): string =>
    views < 10 && !isExact ? watchPageMessages.fewViews : uiMessages.views(views),
  likes: 'Likes: ',
  featured: 'Featured',
  feature: 'Feature',
  unfeature: 'Stop featuring',
  edit: 'Edit',
  download: 'Download',
  save: 'Save',
  chapters: 'Chapters',
  tags: 'Tags',
  tag: message<{ tag: string }>('#{tag}'),
  report: 'Report',
  trailerOn: message<{ host: string }>('Trailer on {host}'),
  stands: {
    pending: 'This video is under review. Only you can see it for now.',
    held: 'A moderator is reviewing this video. Only you can see it for now.',
    limited: 'A moderator made this video unlisted: anyone with the link can watch it.',
    removed: 'This video was removed. Other people can’t see it any more.',
    approved: 'This video is rated 16+.',
  },
  unpublished: {
    draft: 'Draft: only you can see this video until you publish it.',
    scheduled: 'Scheduled: only you can see this video until it’s published.',
  },
  why: 'See the reason and what you can do',
  notFound: 'Video not found',
  notFoundText: 'It may have been removed or the link is wrong',
  gettingReady: 'Getting your video ready',
  processing: 'Processing',
  unfinished: 'This video hasn’t finished uploading yet.',
  paused:
    'Video processing is paused right now. Your video is safe, and processing will resume automatically.',
  inLine: message<{ place: number }>(
    '{place, plural, one {Your video is next in line.} other {Your video is number # in line.}}',
  ),
  moreQualities: message<{ done: string }>('Adding more quality options: {done}'),
  done: message<{ percent: number }>('{percent}%'),
  doneAndLeft: message<{ percent: number; left: string }>('{percent}%, {left} left'),
  /** The estimated time until processing is finished, rounded. */
  left: {
    soon: 'a few seconds',
    seconds: message<{ count: number }>('about {count} s'),
    minutes: message<{ count: number }>('about {count} min'),
    hours: message<{ count: string }>('about {count} h'),
  },
})

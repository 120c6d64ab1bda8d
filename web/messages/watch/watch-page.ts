import { uiMessages } from '../site/ui-components.ts'

export const watchPageMessages = {
  videoBy: (name: string) => `A video by ${name}.`,
  nobody: 'Creator',
  episodeOf: ({ season, episode, title }: { season: number; episode: number; title: string }) =>
    `${title} · S${season} E${episode}`,
  seasons: 'Seasons',
  episodes: 'Episodes',
  season: (season: number) => `Season ${season}`,
  episode: (episode: number) => `E${episode}`,
  nextEpisode: ({ season, episode }: { season: number; episode: number }) =>
    `Next episode · S${season} E${episode}`,
  allEpisodes: 'All episodes',
  playing: 'Now playing',
  related: 'Related',
  noRelated: 'No related videos yet',
  views: (views: number, isExact: boolean) =>
    views < 10 && !isExact ? 'Fewer than 10 views' : uiMessages.views(views),
  likes: 'Likes: ',
  featured: 'Featured',
  feature: 'Feature',
  unfeature: 'Stop featuring',
  edit: 'Edit',
  download: 'Download',
  save: 'Save',
  transcript: 'Transcript',
  chapters: 'Chapters',
  tags: 'Tags',
  tag: (tag: string) => `#${tag}`,
  report: 'Report',
  trailerOn: (host: string) => `Trailer on ${host}`,
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
}

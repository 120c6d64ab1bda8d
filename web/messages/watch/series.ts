import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { seriesLimits } from '#contract/content/episode-numbers.ts'

interface EpisodeNumber {
  season: number
  episode: number
}

/**
 * The interface text for series: the page of a series, and the series fields in the upload and edit forms.
 */
export const seriesMessages = defineMessages('watch/series', {
  /** The short form of an episode number, for example "S1 E2". */
  short: message<EpisodeNumber>('S{season} E{episode}'),
  seriesBy: message<{ name: string }>('A series by {name}.'),
  episodes: message<{ count: number }>('{count, plural, one {# episode} other {# episodes}}'),
  seasonsLabel: 'Seasons',
  season: message<{ season: number }>('Season {season}'),
  episodesOf: message<{ season: number }>('Episodes of season {season}'),
  play: 'Play from the beginning',
  continue: message<EpisodeNumber>('Continue S{season} E{episode}'),
  notify: 'Notify me about new episodes',
  notifying: 'New episodes will show up in your bell',
  notNotifying: 'You won’t be notified about new episodes',
  notifyFailed: 'Couldn’t save',
  empty: 'No episodes yet',
  emptyOwn:
    'To add an episode, upload a show or edit one of your shows, then choose this series. Only you can see an empty series.',
  upload: 'Upload a show',
  next: 'Next page',
  first: 'Back to the first page',
  notFound: 'Series not found',
  notFoundText: 'This series may have been deleted or made private, or the link is wrong.',

  edit: 'Edit',
  editTitle: 'Edit series',
  name: 'Title',
  details: 'Description',
  saveChanges: 'Save changes',
  saveAnyway: 'Save anyway',
  saved: 'Changes saved',
  saveFailed: 'Couldn’t save',
  delete: 'Delete',
  deleteQuestion: 'Delete this series?',
  deleteText: message<{ title: string }>(
    '“{title}” will be deleted. Its episodes stay on the site as single videos.',
  ),
  deleted: 'Series deleted',
  deleteFailed: 'Couldn’t delete the series',

  options: message<{ title: string }>('Options for {title}'),
  moveUp: 'Move up',
  moveDown: 'Move down',
  changeNumber: 'Change number',
  changeNumberOf: message<{ title: string }>('Change the season and episode number of “{title}”'),
  swap: 'Swap the two numbers',
  cancel: 'Cancel',
  moved: message<EpisodeNumber & { title: string }>('{title}: season {season}, episode {episode}'),
  remove: 'Remove from series',
  removeQuestion: 'Remove this episode?',
  removeText: message<{ title: string }>('“{title}” stays on the site as a single video.'),
  removed: 'Episode removed',
  changeFailed: 'Couldn’t change the series',

  part: 'Part of a series',
  noSeries: 'Not part of a series',
  newSeries: 'New series…',
  newName: 'Title of the new series',
  create: 'Create series',
  createAnyway: 'Create anyway',
  created: 'Series created',
  createFailed: 'Couldn’t create the series',
  seasonNumber: 'Season',
  episodeNumber: 'Episode',
  numberHint: textWithConstants(
    'Seasons 1 to {maxSeason}, episodes 1 to {maxEpisode}. We suggest the next free number.',
    () => seriesLimits,
  ),
  loadFailed: 'We couldn’t load your series.',
  retry: 'Try again',
  open: 'Open the series page',
})

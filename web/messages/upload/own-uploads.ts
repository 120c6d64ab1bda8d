/** The interface text of the "Your uploads" list on the dashboard. */
export const ownUploadsMessages = {
  title: 'Your uploads',
  filters: 'Filter your uploads',
  all: 'All',
  none: 'No uploads yet',
  noneOfType: 'No uploads of this type yet',
  noneText: 'Start with a clip from your phone. It’ll be ready to watch seconds after you upload it.',
  first: 'Upload a video',
  more: 'Load more',
  loading: 'Loading…',
  tryAgain: 'Please try again.',

  error: 'Error',
  loadFailed: 'Failed to load your content.',
  reload: 'Try again',
  retryFailed: 'Retry failed',

  watch: 'Watch',
  goOn: 'Resume',
  retry: 'Retry',
  edit: 'Edit',
  editOne: (title: string) => `Edit ${title}`,
  delete: 'Delete',
  deleteOne: (title: string) => `Delete ${title}`,
  deleteQuestion: 'Delete this video?',
  deleteText: (title: string) => `“${title}” will be permanently deleted, with its likes and comments.`,
  deleted: 'Deleted',
  deletedText: 'Your content was removed.',
  deleteFailed: 'Delete failed',
  really: 'Delete this video permanently?',
  keep: 'Cancel',

  view: (count: number) => (count === 1 ? 'view' : 'views'),
  like: (count: number) => (count === 1 ? 'like' : 'likes'),
  comment: (count: number) => (count === 1 ? 'comment' : 'comments'),
  progress: 'Processing',
  here: 'Uploading in this tab',
  beingChecked: 'Under review. Only you can see it for now',
  held: 'A moderator is reviewing this video. Only you can see it for now',
  limited: 'Unlisted: anyone with the link can watch',
  removed: 'Removed. Other people can’t see it any more',
  why: 'See the reason and what you can do',
  whyOne: (title: string) => `See the reason and what you can do: ${title}`,
  unfinished: 'Upload not finished. Choose the same file to resume',
  failed: 'Processing failed.',
  audience: {
    public: 'Everyone can watch',
    followers: 'Followers can watch',
    unlisted: 'Unlisted: anyone with the link can watch',
    only_me: 'Only you can watch',
  },
  moreQualities: 'more quality options on the way',
  waiting: 'Waiting',
  paused:
    'Video processing is paused right now. Your video is safe, and processing will resume automatically.',
  place: (place: number) => `number ${place} in line`,
  processing: (percent: number) => `Processing ${percent}%`,
  /** Uses non-breaking spaces, so that "about 9 s left" stays on one line. */
  left: (seconds: number) => {
    const amount = seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`
    return `about ${amount} left`.replaceAll(' ', '\u00a0')
  },
}

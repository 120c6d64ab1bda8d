/** "Your uploads" on the dashboard. */
export const ownUploadsMessages = {
  title: 'Your uploads',
  filters: 'Filter your uploads',
  all: 'All',
  none: 'No uploads yet',
  noneOfType: 'Nothing of this kind yet',
  noneText: 'A phone clip is plenty. Ready seconds after uploading.',
  first: 'Upload your first',
  more: 'Load more',
  loading: 'Loading…',
  tryAgain: 'Please try again.',

  error: 'Error',
  loadFailed: 'Failed to load your content.',
  reload: 'Try again',
  retryFailed: 'Retry failed',

  watch: 'Watch',
  goOn: 'Go on',
  retry: 'Retry',
  edit: 'Edit',
  editOne: (title: string) => `Edit ${title}`,
  delete: 'Delete',
  deleteOne: (title: string) => `Delete ${title}`,
  deleteQuestion: 'Delete this video?',
  deleteText: (title: string) =>
    `“${title}” goes away for everybody, with its likes and comments. This cannot be undone.`,
  deleted: 'Deleted',
  deletedText: 'Your content was removed.',
  deleteFailed: 'Delete failed',
  really: 'Really delete it?',
  keep: 'Keep it',

  view: (count: number) => (count === 1 ? 'view' : 'views'),
  like: (count: number) => (count === 1 ? 'like' : 'likes'),
  comment: (count: number) => (count === 1 ? 'comment' : 'comments'),
  progress: 'Processing',
  here: 'Uploading from this tab',
  beingChecked: 'Being checked. Only you see it until then',
  held: 'Somebody looks at it first. Only you see it until then',
  limited: 'In no list; whoever has the address can watch',
  removed: 'Removed. Nobody else sees it',
  why: 'Why, and what you can do',
  whyOne: (title: string) => `Why, and what you can do: ${title}`,
  unfinished: 'Not finished: pick the same file to go on',
  failed: 'Processing failed.',
  audience: {
    public: 'Everyone can watch',
    followers: 'Followers can watch',
    only_me: 'Only you can watch',
  },
  moreQualities: 'more qualities are on their way',
  waiting: 'Waiting',
  paused: 'Processing is paused on this site. Your video is safe and continues by itself.',
  place: (place: number) => `number ${place} in line`,
  processing: (percent: number) => `Processing ${percent}%`,
  /** Uses non-breaking spaces: "about 9 s left" never wraps. */
  left: (seconds: number) => {
    const amount = seconds < 60 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`
    return `about ${amount} left`.replaceAll(' ', '\u00a0')
  },
}

import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about videos, likes and comments. Part of error-table.ts. */
export const contentErrors = defineMessages(
  'errors/content',
  {
    content_not_found: {
      status: 404,
      title: 'Not found',
      detail: "That video doesn't exist (or was removed)",
    },
    creator_not_found: { status: 404, title: 'Creator not found', detail: "We couldn't find that username" },
    comment_not_found: {
      status: 404,
      title: 'Not found',
      detail: "That comment doesn't exist (or was removed)",
    },
    comment_edit_expired: {
      status: 409,
      title: 'Too late to edit',
      detail: 'You can edit a comment for 5 minutes after posting it.',
    },
    comment_in_review: {
      status: 409,
      title: 'Comment under review',
      detail: 'You can’t edit this comment while a moderator is reviewing it.',
    },
    history_deletion_unconfirmed: {
      status: 409,
      title: 'This deletes your history',
      detail: 'Turning off your watch history deletes it. Confirm that you want to delete it.',
    },
    publish_at_required: {
      status: 422,
      title: 'When should your video go live?',
      detail: 'Choose the date and time to publish this video.',
      field: 'publish_at',
    },
    publish_at_out_of_range: {
      status: 422,
      title: 'Choose another time',
      detail: 'Choose a time at least a minute from now and at most a year from now.',
      field: 'publish_at',
    },
    publish_at_unexpected: {
      status: 422,
      title: 'This video isn’t scheduled',
      detail: 'You can set a publish time only for a scheduled video.',
      field: 'publish_at',
    },
    already_published: {
      status: 409,
      title: 'Already published',
      detail:
        'This video is already published, so it can’t be scheduled or saved as a draft. To hide it, choose “Only me”.',
      field: 'publication_state',
    },
    sign_in_to_like: {
      status: 401,
      title: 'Sign in to like videos',
      detail: 'Sign in or join free to like videos.',
    },
    tag_invalid: {
      status: 422,
      title: 'Tag too short',
      detail: 'Use 2 to 30 letters or digits for each tag.',
      field: 'tags',
    },
    tags_too_many: { status: 422, title: 'Too many tags', detail: 'Use at most 10 tags.', field: 'tags' },
    chapters_invalid: {
      status: 422,
      title: 'Please check your chapters',
      detail: 'Add at least 3 chapters with titles, the first at 0:00, each at least 5 seconds long.',
      field: 'custom_chapters',
    },
    replacement_not_ready: {
      status: 409,
      title: 'Not ready yet',
      detail: 'You can replace the file as soon as this video is ready.',
    },
    replacement_running: {
      status: 409,
      title: 'Already replacing',
      detail:
        'You’re already replacing this video. Wait until the new file is ready, or cancel the replacement first.',
    },
    replacement_in_review: {
      status: 409,
      title: 'Under review',
      detail:
        'A moderator is reviewing this video, so you can’t replace it right now. Try again after the review.',
    },
    replacement_of_removed_video: {
      status: 409,
      title: 'Video removed',
      detail: 'This video was removed, so you can’t replace it.',
    },
    download_failed: {
      status: 409,
      title: 'Download failed',
      detail: 'We couldn’t prepare the download for this video. Please try again later.',
    },
    comment_empty: { status: 422, title: 'Nothing to post', detail: 'Write a comment first.', field: 'body' },
    comment_too_long: {
      status: 422,
      title: 'Comment too long',
      detail: 'Use at most 500 characters.',
      field: 'body',
    },
  } as const,
  ['field', 'when'],
)

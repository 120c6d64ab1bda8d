import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about follows, blocks and mutes. Part of error-table.ts. */
export const followErrors = defineMessages(
  'errors/follow',
  {
    /**
     * `follow_not_possible` has the same message for every cause, so the message reveals nothing about the
     * other person.
     */
    follow_not_possible: { status: 403, title: 'Not possible', detail: 'You can’t follow this person.' },
    staff_do_not_follow: { status: 403, title: 'Not allowed', detail: 'Moderators can’t follow people.' },
    not_following: {
      status: 409,
      title: 'You don’t follow this person',
      detail: 'Follow this person first, or wait until they accept your request.',
    },
    follow_request_not_found: {
      status: 404,
      title: 'Not found',
      detail: 'This follow request was cancelled or already answered.',
    },
    that_is_you: { status: 422, title: 'That’s you', detail: 'You can’t block or mute yourself.' },
  } as const,
  ['field', 'when'],
)

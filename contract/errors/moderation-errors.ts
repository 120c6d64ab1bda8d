/** Errors for moderators and for people affected by a decision. Part of error-table.ts. */
export const moderationErrors = {
  move_refused: {
    status: 409,
    title: 'Not from here',
    detail: 'From where this stands now, it can’t be moved there. Reload to see what changed.',
  },
  case_claimed: {
    status: 409,
    title: 'Somebody has it',
    detail: 'Somebody else is looking at this case.',
  },
  case_not_claimed: { status: 409, title: 'Claim it first', detail: 'Claim this case before you act in it.' },
  case_closed: { status: 409, title: 'Closed', detail: 'This case is closed.' },
  case_own: {
    status: 403,
    title: 'Not this one',
    detail:
      'This is about you, about staff above you, or about your own decision. Somebody else has to look at it.',
  },
  action_refused: {
    status: 409,
    title: 'Not here',
    detail: 'This can’t be done here as things stand, or not by your role.',
  },
  facts_too_long: {
    status: 422,
    title: 'Too long',
    detail: 'Use at most 1000 characters.',
    field: 'facts',
  },
  flood_claims: {
    status: 422,
    title: 'Nothing chosen',
    detail: 'Choose what you have read, at most 25 at a time.',
  },
  notice_place: {
    status: 422,
    title: 'Nothing there',
    detail: 'That address names nothing on this site. Open the video or profile and copy its address.',
    field: 'address',
  },
  appeal_decided: { status: 409, title: 'Already decided', detail: 'Somebody has decided this already.' },
  statement_not_found: {
    status: 404,
    title: 'Not found',
    detail: 'We have no such decision for your account.',
  },
  appeal_empty: {
    status: 422,
    title: 'Nothing to send',
    detail: 'Tell us in your own words why you see it differently.',
    field: 'words',
  },
  appeal_too_long: { status: 422, title: 'Too long', detail: 'Use at most 1000 characters.', field: 'words' },
  appeal_again: {
    status: 409,
    title: 'Already asked',
    detail: 'You can ask for a second look once. You will hear from us here.',
  },
  appeal_too_late: {
    status: 409,
    title: 'Too late',
    detail: 'A second look can be asked for within six months.',
  },
  appeal_not_here: {
    status: 409,
    title: 'Nothing to look at again',
    detail: 'This did not take anything from you, or it was taken back already.',
  },
  comments_muted: {
    status: 403,
    title: 'No comments for now',
    detail: 'You can’t comment for a while. Your notifications say why and until when.',
  },
  profile_kept_private: {
    status: 409,
    title: 'Private for now',
    detail:
      'Your profile was made private by a decision. Your notifications say why, and how to ask for a second look.',
  },
} as const

import { defineMessages } from '#i18n/define-messages.ts'

/** Errors shown to moderators and to people affected by a moderation decision. Part of error-table.ts. */
export const moderationErrors = defineMessages(
  'errors/moderation',
  {
    move_refused: {
      status: 409,
      title: 'Not possible now',
      detail:
        'The status of this video or comment doesn’t allow this change. Reload the page to see the current status.',
    },
    case_claimed: {
      status: 409,
      title: 'Already claimed',
      detail: 'Another moderator is working on this case.',
    },
    case_not_claimed: {
      status: 409,
      title: 'Claim it first',
      detail: 'Claim this case before you act on it.',
    },
    case_closed: { status: 409, title: 'Case closed', detail: 'This case is closed.' },
    case_own: {
      status: 403,
      title: 'Not your case',
      detail:
        'This case is about you, a decision you made or someone more senior than you. Someone else must review it.',
    },
    action_refused: {
      status: 409,
      title: 'Action not available',
      detail: 'This action isn’t available for this case right now, or your role doesn’t allow it.',
    },
    facts_too_long: {
      status: 422,
      title: 'Too long',
      detail: 'Use at most 1,000 characters.',
      field: 'facts',
    },
    flood_claims: {
      status: 422,
      title: 'Nothing selected',
      detail: 'Select the reports you’ve read, up to 25 at a time.',
    },
    notice_place: {
      status: 422,
      title: 'Nothing found',
      detail: 'This link doesn’t match anything on this site. Open the video or profile and copy its link.',
      field: 'address',
    },
    appeal_decided: {
      status: 409,
      title: 'Already decided',
      detail: 'This appeal has already been decided.',
    },
    statement_not_found: {
      status: 404,
      title: 'Not found',
      detail: 'We couldn’t find this decision.',
    },
    appeal_empty: {
      status: 422,
      title: 'Nothing to send',
      detail: 'Tell us in your own words why you disagree.',
      field: 'words',
    },
    appeal_too_long: {
      status: 422,
      title: 'Too long',
      detail: 'Use at most 1,000 characters.',
      field: 'words',
    },
    appeal_again: {
      status: 409,
      title: 'Already appealed',
      detail: 'You can appeal each decision only once. You’ll find our answer to your appeal on this page.',
    },
    appeal_too_late: {
      status: 409,
      title: 'Too late to appeal',
      detail: 'You had six months to appeal this decision. The deadline has passed.',
    },
    appeal_not_here: {
      status: 409,
      title: 'Nothing to appeal',
      detail: 'You can’t appeal this decision, because it didn’t restrict anything or was already reversed.',
    },
    comments_muted: {
      status: 403,
      title: 'Comments paused',
      detail:
        'You can’t comment for now. Your notifications give the reason and say when you can comment again.',
    },
    profile_kept_private: {
      status: 409,
      title: 'Profile kept private',
      detail:
        'You can’t make your profile public, because a moderation decision made it private. Your notifications give the reason and explain how to appeal.',
    },
  } as const,
  ['field', 'when'],
)

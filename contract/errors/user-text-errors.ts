import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about user text. Part of error-table.ts. `field` names the form field that contains the text. */
const texts = defineMessages('errors/user-text-problems', {
  rude: { title: 'Please rephrase', detail: 'This contains rude words. Remove them and try again.' },
  threat: {
    title: 'This could hurt someone',
    detail:
      'Don’t threaten anyone or tell them to die, not even as a joke. Please reword what you wrote. If you’re struggling yourself, you can find help in the Safety Center.',
  },
  blockedWord: {
    title: 'Word not allowed',
    detail: 'This contains a word that isn’t allowed here. Please change it and try again.',
  },
  confirmation: { title: 'Are you sure?', detail: '{problem}' },
})

/**
 * Returns the error-table entry for one form field. The title and detail of the error are in the language of
 * the request.
 */
const problem = <F extends string>(text: keyof typeof texts, field: F) => ({
  status: 422,
  get title() {
    return texts[text].title
  },
  get detail() {
    return texts[text].detail
  },
  field,
})
const profanityError = <F extends string>(field: F) => problem('rude', field)
const threatError = <F extends string>(field: F) => problem('threat', field)
const blockedWordError = <F extends string>(field: F) => problem('blockedWord', field)
/**
 * The error that asks the author to confirm that questionable text should be posted. The text is accepted if
 * the author sends it again with `anyway`.
 */
const confirmationError = <F extends string>(field: F) => problem('confirmation', field)

const otherErrors = defineMessages(
  'errors/user-text',
  {
    tags_contact: {
      status: 422,
      title: 'Tags not accepted',
      detail:
        'Everyone can read your tags. They can’t contain contact details, links or anything that could hurt someone.',
      field: 'tags',
    },
    full_name_unwanted: {
      status: 422,
      title: 'Signup failed',
      detail: 'This name can’t be shown publicly. Please enter another name, or show your username instead.',
      field: 'full_name',
    },
    username_unwanted: {
      status: 422,
      title: 'Invalid username',
      detail: 'This username isn’t allowed. Please choose another.',
      field: 'username',
    },
    username_contact: {
      status: 422,
      title: 'Invalid username',
      detail:
        'Everyone can read your username. It can’t contain a phone number, the name of another app or a request to add you. Please choose another username.',
      field: 'username',
    },
    /**
     * Warns about a username that could identify the account's owner. The username is accepted if the request
     * is repeated without `advise`.
     */
    username_advised: {
      status: 422,
      title: 'Choose another username?',
      detail:
        'This username contains your real name, email or phone number, and everyone can read it. Choose one that doesn’t identify you, or submit the form again to keep this one.',
      field: 'username',
    },
    username_telling: {
      status: 422,
      title: 'Invalid username',
      detail:
        'This username contains your real name, email or phone number. Please choose one that doesn’t identify you.',
      field: 'username',
    },
    comments_off: {
      status: 403,
      title: 'Comments are off',
      detail: 'Comments are turned off for this video.',
    },
    comments_followers: {
      status: 403,
      title: 'Followers only',
      detail: 'Only followers can comment on this video. Follow the creator to join in.',
    },
    staff_silent: {
      status: 403,
      title: 'Not allowed',
      detail: 'Moderators can’t comment.',
    },
  } as const,
  ['field', 'when'],
)

export const userTextErrors = {
  comment_rude: profanityError('body'),
  comment_threat: threatError('body'),
  comment_unwanted: blockedWordError('body'),
  comment_ask: confirmationError('body'),
  title_rude: profanityError('title'),
  title_threat: threatError('title'),
  title_unwanted: blockedWordError('title'),
  title_ask: confirmationError('title'),
  description_rude: profanityError('description'),
  description_threat: threatError('description'),
  description_unwanted: blockedWordError('description'),
  description_ask: confirmationError('description'),
  bio_rude: profanityError('bio'),
  bio_threat: threatError('bio'),
  bio_unwanted: blockedWordError('bio'),
  bio_ask: confirmationError('bio'),
  display_name_rude: profanityError('display_name'),
  display_name_threat: threatError('display_name'),
  display_name_unwanted: blockedWordError('display_name'),
  display_name_ask: confirmationError('display_name'),
  chapters_rude: profanityError('custom_chapters'),
  chapters_threat: threatError('custom_chapters'),
  chapters_unwanted: blockedWordError('custom_chapters'),
  chapters_ask: confirmationError('custom_chapters'),
  tags_rude: profanityError('tags'),
  tags_threat: threatError('tags'),
  tags_unwanted: blockedWordError('tags'),
  trailer_rude: profanityError('trailer_url'),
  trailer_threat: threatError('trailer_url'),
  trailer_unwanted: blockedWordError('trailer_url'),
  trailer_ask: confirmationError('trailer_url'),
  ...otherErrors,
} as const

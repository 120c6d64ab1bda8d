/** Errors about user text. Part of error-table.ts. `field` names the form field that contains the text. */
const profanityError = <F extends string>(field: F) => ({
  status: 422,
  title: 'Say it another way',
  detail: 'There are rude words in it. Take them out and send it again.',
  field,
})
const threatError = <F extends string>(field: F) => ({
  status: 422,
  title: 'This could hurt somebody',
  detail:
    'Nobody here is told to die or threatened, not even as a joke. Please say it another way. If you are not well yourself, the Safety page says who listens.',
  field,
})
const blockedWordError = <F extends string>(field: F) => ({
  status: 422,
  title: 'Not on this site',
  detail: 'There is a word in it that this site does not take. Please change it and send it again.',
  field,
})
/** Asks once for confirmation. The text is accepted when it is sent again with `anyway`. */
const confirmationError = <F extends string>(field: F) => ({
  status: 422,
  title: 'Just asking',
  detail: '{problem}',
  field,
})

export const textErrors = {
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
  trailer_rude: profanityError('trailer_url'),
  trailer_threat: threatError('trailer_url'),
  trailer_unwanted: blockedWordError('trailer_url'),
  trailer_ask: confirmationError('trailer_url'),
  full_name_unwanted: {
    status: 422,
    title: 'Signup failed',
    detail: 'This name can’t be shown publicly. Please check it, or be shown by your username.',
    field: 'full_name',
  },
  username_unwanted: {
    status: 422,
    title: 'Invalid username',
    detail: 'This username is not for here. Please choose another.',
    field: 'username',
  },
  username_contact: {
    status: 422,
    title: 'Invalid username',
    detail:
      'A username can’t name another app, ask to be added or hold a phone number. Everybody can read it. Please choose another.',
    field: 'username',
  },
  /** Shown once. The username is accepted when it is sent again without `advise`. */
  username_advised: {
    status: 422,
    title: 'Rather another username?',
    detail:
      'It tells something about you: your real name, email or phone number. Everybody can read it. Choose one that says nothing, or send it again to keep it.',
    field: 'username',
  },
  username_telling: {
    status: 422,
    title: 'Invalid username',
    detail:
      'It tells something about you: your real name, email or phone number. Please choose one that says nothing about you.',
    field: 'username',
  },
  comments_off: {
    status: 403,
    title: 'Comments are off',
    detail: 'Comments are turned off for this video.',
  },
  comments_followers: {
    status: 403,
    title: 'For followers',
    detail: 'Only approved followers can comment on this video.',
  },
  staff_silent: {
    status: 403,
    title: 'Not allowed',
    detail: 'Moderators can’t comment.',
  },
} as const

/** Confirmation questions, by what was found in the text. */
export const textWarnings = {
  phone: 'This looks like a phone number. Anyone who is 18 or older can see it. Post it anyway?',
  email: 'This looks like an email address. Anyone who is 18 or older can see it. Post it anyway?',
  address: 'This looks like an address. Anyone who is 18 or older can see it. Post it anyway?',
  school: 'This names a school. Anyone who is 18 or older can see it. Post it anyway?',
  handle: 'This looks like your name on another app. Anyone who is 18 or older can see it. Post it anyway?',
  place: 'This looks like a place on the map. Anyone who is 18 or older can see it. Post it anyway?',
  name: 'This looks like somebody’s full name. Anyone who is 18 or older can see it. Post it anyway?',
  profanity: 'The rude words will be covered with stars. Post it like that?',
  cruelty: 'This could hurt whoever reads it. Post it anyway?',
  solicitation: 'This asks people to meet or write elsewhere. Nobody here should have to. Post it anyway?',
  link: 'There’s a link in it. People under 18 won’t see the link. Post it anyway?',
} as const

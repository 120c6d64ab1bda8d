import { defineMessages, message } from '#i18n/define-messages.ts'
export const homeMessages = defineMessages('browse/home', {
  title: message<{ site: string }>('{site}: loud after the last bell'),
  description:
    'Music, shows, stories, talent and challenges made by teens aged 13–19. Free to watch, free to join.',
  /** The description of the site for browsers that install it as a web app. */
  manifest: 'Made by teens, watched by teens.',
  stamp: 'Built for Teens • Ages 13–19',
  /** The two lines of the hero's headline. The part `bell` has its own colour. */
  poster: { first: 'Loud after', second: 'the last', bell: 'bell' },
  line: 'Music, shows, stories and the ideas you had on the bus. Made by teens, watched by teens.',
  shows: 'Watch shows',
  create: 'Start creating',
  about: 'About us',
  /** The end of each claim below the hero, for example "teen-made videos" in "10K+ teen-made videos". */
  claims: {
    videos: 'teen-made videos',
    quality: 'quality',
    free: 'Free',
    toWatch: 'to watch',
    noAds: 'with no ads',
    zero: 'Zero',
    toxicity: 'toxicity',
  },
  categories: 'Categories',
  spotlight: 'Video of the Week',
  noneYet: 'None yet – be the first!',
  comments: 'Go to video page',
  continueWatching: 'Continue watching',
  removeFromContinue: message<{ title: string }>('Remove “{title}” from Continue watching'),
  removedFromContinue: 'Removed from Continue watching',
  /** The title of the list of videos by creators that the viewer follows. */
  followed: 'Following',
  fresh: message<{ site: string }>('New on {site}'),
  yourTurn: 'Your turn.',
  yourTurnIn: 'Pick a clip from your phone. It’s ready to watch seconds after you upload it.',
  yourTurnOut: 'Share your videos with people your age. Joining is free and takes a minute.',
  upload: 'Upload a video',
  join: 'Join Free',
  confirmed: 'Your email is confirmed. Welcome!',
  notConfirmed: ['That link has expired', 'You can request a sign-in link on the sign-in page.'] as const,
})

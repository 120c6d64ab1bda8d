export const homeMessages = {
  title: (site: string) => `${site}: loud after the last bell`,
  description:
    'Music, shows, stories, talent and challenges made by teens aged 13–19. Free to watch, free to join.',
  /** Below the name of the installed app. */
  manifest: 'Made by teens, watched by teens.',
  stamp: 'Built for Teens • Ages 13–19',
  /** The poster's two lines; the last word has its own colour. */
  poster: { first: 'Loud after', second: 'the last', bell: 'bell' },
  line: 'Music, shows, stories and whatever you came up with on the bus. Made by teens, watched by teens.',
  shows: 'Watch shows',
  create: 'Start creating',
  about: 'About us',
  /** Each claim: the number, set large, and its label (ruling 20). */
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
  comments: 'Comments and more',
  /** Videos by creators the viewer follows. */
  followed: 'Following',
  fresh: (site: string) => `New on ${site}`,
  yourTurn: 'Your turn.',
  yourTurnIn: 'Pick a clip from your phone. It plays in seconds and gets better while you watch.',
  yourTurnOut: 'You bring the clip, we bring the people. Joining takes a minute and costs nothing.',
  upload: 'Upload something',
  join: 'Join Free',
  confirmed: 'Your email is confirmed. Welcome in!',
  notConfirmed: [
    'That link has expired',
    'Ask for a new one by the sign-in link on the sign-in page.',
  ] as const,
}

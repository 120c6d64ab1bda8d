/** The follow button. */
export const followButtonMessages = {
  follow: 'Follow',
  requested: 'Requested',
  following: 'Following',
  /** The accessible label: the current state, and what a press does. */
  label: {
    none: (username: string) => `Follow @${username}`,
    pending: (username: string) => `Requested. Take back your request to follow @${username}`,
    approved: (username: string) => `Following. Stop following @${username}`,
  },
  said: {
    none: (username: string) => `You do not follow @${username}.`,
    pending: (username: string) => `You have asked to follow @${username}.`,
    approved: (username: string) => `You follow @${username} now.`,
  },
  failed: 'That did not work',
}

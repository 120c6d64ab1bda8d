/** The follow button. */
export const followButtonMessages = {
  follow: 'Follow',
  requested: 'Requested',
  following: 'Following',
  /** Accessible labels, which name the current state first and then the action of the button. */
  label: {
    none: (username: string) => `Follow @${username}`,
    pending: (username: string) => `Requested. Cancel your request to follow @${username}`,
    approved: (username: string) => `Following. Stop following @${username}`,
  },
  said: {
    none: (username: string) => `You don’t follow @${username}.`,
    pending: (username: string) => `You asked to follow @${username}.`,
    approved: (username: string) => `You now follow @${username}.`,
  },
  failed: 'Something went wrong',
}

import { defineMessages, message } from '#i18n/define-messages.ts'
/** The follow button. */
export const followButtonMessages = defineMessages('people/follow-button', {
  follow: 'Follow',
  requested: 'Requested',
  following: 'Following',
  /**
   * Accessible labels for the follow button. Each label names the current state, then the action of the
   * button.
   */
  label: {
    none: message<{ username: string }>('Follow @{username}'),
    pending: message<{ username: string }>('Requested. Cancel your request to follow @{username}'),
    approved: message<{ username: string }>('Following. Stop following @{username}'),
  },
  said: {
    none: message<{ username: string }>('You don’t follow @{username}.'),
    pending: message<{ username: string }>('You asked to follow @{username}.'),
    approved: message<{ username: string }>('You now follow @{username}.'),
  },
  failed: 'Something went wrong',
})

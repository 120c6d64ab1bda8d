/** Limits on the chats of broadcasts. */
export const chatLimits = {
  /** The maximum length of a message, in graphemes. */
  messageMaxLength: 200,
  /** The longest time between two messages of one person in slow mode, in seconds. */
  maxSlowModeSeconds: 120,
  /** The people who may remove messages from the chats of one creator. */
  maxHelpers: 3,
  /** The default number of messages on a page. */
  pageSize: 50,
  /** The number of messages in one response of the chat replay. */
  replayPageSize: 100,
  /** The number of removed messages that creators see. */
  maxListedRemovals: 100,
}

/** The maximum length of a comment, in graphemes. */
export const commentMaxLength = 500
/**
 * The maximum length of a creator's list of blocked words, in graphemes. Comments with these words are held
 * for approval.
 */
export const blockedWordsMaxLength = 1000
/** The number of minutes after posting during which the author can edit a comment. */
export const commentEditMinutes = 5
/** The default number of comments on a page. */
export const commentsPageSize = 20
/** The number of replies that a list of comments includes for each comment. */
export const firstRepliesCount = 2
/** The highest reply count that is shown for a comment: replies beyond this number are not counted. */
export const maxCountedReplies = 100
/** The default number of replies on a page. */
export const repliesPageSize = 20

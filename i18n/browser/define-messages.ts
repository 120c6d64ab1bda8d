/*
 * Replaces `i18n/define-messages.ts` in the browser bundle. The build has already replaced all calls to these
 * functions (i18n/compiler/message-placeholders.ts).
 */

export const defineMessages = failBuild
export const message = failBuild
export const textWithConstants = failBuild

function failBuild(): never {
  throw new Error('the build has not replaced a text')
}

/*
 * Replaces `i18n/define-messages.ts` in the browser bundle. The build has already replaced every text
 * (i18n/build/messages-plugin.ts).
 */

export function defineMessages<Texts>(_name: string, texts: Texts): Texts {
  return texts
}

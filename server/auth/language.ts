import type { Language } from '#i18n/locales.ts'
import { readCookieConsent } from '#contract/privacy/cookies.ts'
import { serializeLanguageCookie } from '#contract/privacy/language-cookie.ts'
import { db } from '#server/platform/db/db.ts'
import { getViewerId, type Viewer } from '#server/platform/http/viewer.ts'
import { isHttpsSite } from './auth.ts'

/**
 * Sets the language of the account and of this browser. The browser remembers the language only if the person
 * has consented to functional cookies.
 */
export async function setPreferredLanguage(
  viewer: Viewer,
  language: Language,
  request: Headers,
  response: Headers,
): Promise<void> {
  const userId = getViewerId(viewer)
  if (userId) await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
  if (readCookieConsent(request).functional)
    response.append('set-cookie', serializeLanguageCookie(language, isHttpsSite()))
}

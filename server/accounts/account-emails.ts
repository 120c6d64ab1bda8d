import { currentLocale } from '#i18n/current-locale.ts'
import { isLocale, type Locale, sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { type EmailMessage, enqueueEmail } from '#server/platform/email.ts'

/**
 * Enqueues an email to the address of an account, in the language of the account. `fallback` is the language
 * for accounts that have not chosen one. By default, `fallback` is the language of the current request, which
 * is right if the recipient of the email sent this request.
 */
export async function enqueueAccountEmail(
  tx: Tx,
  to: string,
  build: (to: string) => EmailMessage,
  fallback: Locale = currentLocale(),
): Promise<void> {
  const account = await tx.selectFrom('users').select('language').where('email', '=', to).executeTakeFirst()
  const language = account?.language
  await enqueueEmail(
    tx,
    runInLocale(isLocale(language) ? language : fallback, () => build(to)),
  )
}

/**
 * Returns the initial language of a new account: the language in which the person signed up. English is not
 * stored, because requests that ask for no language are also in English, so the person may not have chosen
 * it.
 */
export function getNewAccountLanguage(): Locale | null {
  const locale = currentLocale()
  return locale === sourceLocale ? null : locale
}

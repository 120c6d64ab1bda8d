import { redirect } from 'react-router'
import { isLanguage, sourceLocale } from '#i18n/locales.ts'
import { putLanguage } from '#contract/accounts/language.ts'
import { readCookieConsent } from '#contract/privacy/cookies.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths, sanitizeNextPath } from '#web/paths.ts'
import type { Route } from './+types/language-route.ts'

/**
 * Handles the language forms in the footer and in the settings. The language forms work without JavaScript.
 * The language forms always load a new document, because each language has its own scripts.
 */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const chosen = form.get('language')
  const language = isLanguage(chosen) ? chosen : sourceLocale
  await createApiClientFromContext(args)(putLanguage, { body: { language } })
  const next = new URL(sanitizeNextPath(String(form.get('next') ?? ''), pagePaths.home), args.request.url)
  next.searchParams.delete('lang')
  // Without consent to functional cookies, the language cannot be stored, so only this page is shown in the
  // chosen language.
  if (!readCookieConsent(args.request.headers).functional) next.searchParams.set('lang', language)
  return redirect(next.pathname + next.search, 303)
}

export const loader = () => redirect(pagePaths.home)

import { useEffect } from 'react'
import { data, Form, Link } from 'react-router'
import { requestServicesContext } from '#web/api/request-context.ts'
import {
  parseCookieConsent,
  serializeCookieConsent,
  buildCookieConsent,
  readCookieConsent,
  cookieCategories,
  serializeCookie,
} from '#contract/privacy/cookies.ts'
import { clearSettingsStorage } from '#web/browser-storage.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { announcementCookieName } from '#web/features/shell/announcement-cookie.ts'
import { cookiePolicyMessages } from '#web/messages/legal/cookie-policy.ts'
import type { Route } from './+types/cookie-policy-page.ts'
import './cookie-policy.css'
import { PageIllustration } from '../layout/page-illustrations.tsx'
import { InfoPageHeader } from '../layout/info-page-header.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { LegalDocumentTable } from './documents/legal-document.tsx'
import { useSiteInfo } from '../layout/use-site-info.ts'

export function loader({ request: { headers } }: Route.LoaderArgs) {
  const sentGpc = headers.get('sec-gpc') === '1' && !parseCookieConsent(headers.get('cookie'))
  return { choice: readCookieConsent(headers), asked: sentGpc }
}

/**
 * Saves the visitor's cookie choice. If the visitor's new choice does not allow functional cookies,
 * the response deletes them.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const choice = buildCookieConsent((group) => form.get(group) === 'on')
  // The `Secure` attribute of the cookies depends on the public URL of the site, because the request itself
  // is plain HTTP if a proxy terminates TLS.
  const secure = context.get(requestServicesContext).publicUrl.startsWith('https:')
  const headers = new Headers({ 'set-cookie': serializeCookieConsent(choice, secure) })
  if (!choice.functional)
    for (const name of ['theme', announcementCookieName])
      headers.append('set-cookie', serializeCookie(name, '', 0, secure))
  return data({ saved: true, functional: choice.functional }, { headers })
}

export function meta(args: Route.MetaArgs) {
  return buildPageMeta(args, {
    title: cookiePolicyMessages.title,
    description: cookiePolicyMessages.description,
  })
}

export default function CookiePolicyPage({ loaderData, actionData }: Route.ComponentProps) {
  useEffect(() => {
    if (!loaderData.choice.functional) clearSettingsStorage()
  }, [loaderData.choice.functional])
  return (
    <>
      <InfoPageHeader {...cookiePolicyMessages} hue="shows" drawing={<PageIllustration name="cookie" />} />
      <div className="page-inside page-body">
        <CookieConsentForm {...loaderData} saved={actionData?.saved ?? false} />
        <div className="page-text cookie-text">
          <h2>{cookiePolicyMessages.listTitle}</h2>
          <LegalDocumentTable
            caption={cookiePolicyMessages.listCaption}
            columns={cookiePolicyMessages.columns}
            rows={cookiePolicyMessages.list}
          />
          <p>{cookiePolicyMessages.secure}</p>
          <h2>{cookiePolicyMessages.memoryTitle}</h2>
          <p>{cookiePolicyMessages.memory}</p>
          <h2>{cookiePolicyMessages.othersTitle}</h2>
          <p>{cookiePolicyMessages.others}</p>
          <p>
            <Link to={pagePaths.privacy} className="link">
              {cookiePolicyMessages.privacy}
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}

type CookieLoaderData = Awaited<ReturnType<typeof loader>>

function CookieConsentForm({ choice, asked, saved }: CookieLoaderData & { saved: boolean }) {
  const { ads = false } = useSiteInfo()
  const { essential, ...optional } = cookiePolicyMessages.groups
  const textOf = (text: string | ((values: { ads: boolean }) => string)) =>
    typeof text === 'string' ? text : text({ ads })
  return (
    <Form method="post" preventScrollReset aria-labelledby="choice">
      <h2 id="choice">{cookiePolicyMessages.choiceTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-quiet">{cookiePolicyMessages.choiceText}</p>
      {asked && <p className="mt-3 max-w-[60ch] font-semibold">{cookiePolicyMessages.signal}</p>}
      <div className="cookie-groups">
        <fieldset className="cookie-group">
          <Checkbox
            label={<b>{essential.title}</b>}
            hint={essential.text}
            defaultChecked
            disabled
            name="essential"
          />
          <p className="cookie-always">{cookiePolicyMessages.alwaysOn}</p>
        </fieldset>
        {cookieCategories.map((group) => (
          <fieldset key={group} className="cookie-group">
            <Checkbox
              label={<b>{optional[group].title}</b>}
              hint={textOf(optional[group].text)}
              defaultChecked={choice[group]}
              name={group}
            />
          </fieldset>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary">
          {cookiePolicyMessages.save}
        </Button>
        <output className="font-semibold text-good-ink">{saved && cookiePolicyMessages.saved}</output>
      </div>
      <p className="mt-4 text-15 text-quiet">{cookiePolicyMessages.off}</p>
    </Form>
  )
}

import { useEffect } from 'react'
import { data, Form, Link } from 'react-router'
import { services } from '#web/api/context.ts'
import {
  choiceIn,
  choiceLine,
  choiceOf,
  choiceOfRequest,
  cookieGroups,
  ownCookie,
} from '#contract/cookie-choice.ts'
import { forgetSettings } from '#web/keep.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { words } from '#web/words/cookies.ts'
import type { Route } from './+types/cookies.ts'
import './company/cookies.css'
import { PageDrawing } from './company/drawings.tsx'
import { PageHead } from './company/page-head.tsx'
import { metaOf } from './meta.ts'
import { Facts } from './prose/document.tsx'
import { useSite } from './use-site.ts'

export function loader({ request: { headers } }: Route.LoaderArgs) {
  const asked = headers.get('sec-gpc') === '1' && !choiceIn(headers.get('cookie'))
  return { choice: choiceOfRequest(headers), asked }
}

/** Keeps the choice; a theme that may no longer be kept goes with the same answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const choice = choiceOf((group) => form.get(group) === 'on')
  // As the browser sees it: before a proxy that speaks TLS the request itself came without.
  const secure = context.get(services).publicUrl.startsWith('https:')
  const headers = new Headers({ 'set-cookie': choiceLine(choice, secure) })
  if (!choice.functional) headers.append('set-cookie', ownCookie('theme', '', 0, secure))
  return data({ saved: true, functional: choice.functional }, { headers })
}

export function meta(args: Route.MetaArgs) {
  return metaOf(args, { title: words.title, description: words.description })
}

export default function CookiesPage({ loaderData, actionData }: Route.ComponentProps) {
  useEffect(() => {
    if (!loaderData.choice.functional) forgetSettings()
  }, [loaderData.choice.functional])
  return (
    <>
      <PageHead {...words} hue="shows" drawing={<PageDrawing name="cookie" />} />
      <div className="page-inside page-body">
        <Choice {...loaderData} saved={actionData?.saved ?? false} />
        <div className="page-text cookie-text">
          <h2>{words.listTitle}</h2>
          <Facts caption={words.listCaption} columns={words.columns} rows={words.list} />
          <p>{words.secure}</p>
          <h2>{words.memoryTitle}</h2>
          <p>{words.memory}</p>
          <h2>{words.othersTitle}</h2>
          <p>{words.others}</p>
          <p>
            <Link to={paths.privacy} className="link">
              {words.privacy}
            </Link>
          </p>
        </div>
      </div>
    </>
  )
}

type Data = Awaited<ReturnType<typeof loader>>

function Choice({ choice, asked, saved }: Data & { saved: boolean }) {
  const { ads = false } = useSite()
  const { essential, ...optional } = words.groups
  const textOf = (text: string | ((ads: boolean) => string)) => (typeof text === 'string' ? text : text(ads))
  return (
    <Form method="post" preventScrollReset aria-labelledby="choice">
      <h2 id="choice">{words.choiceTitle}</h2>
      <p className="mt-3 max-w-[60ch] text-quiet">{words.choiceText}</p>
      {asked && <p className="mt-3 max-w-[60ch] font-semibold">{words.signal}</p>}
      <div className="cookie-groups">
        <fieldset className="cookie-group">
          <Checkbox
            label={<b>{essential.title}</b>}
            hint={essential.text}
            defaultChecked
            disabled
            name="essential"
          />
          <p className="cookie-always">{words.alwaysOn}</p>
        </fieldset>
        {cookieGroups.map((group) => (
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
          {words.save}
        </Button>
        <output className="font-semibold text-good-ink">{saved && words.saved}</output>
      </div>
      <p className="mt-4 text-15 text-quiet">{words.off}</p>
    </Form>
  )
}

import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { getOwnContent } from '#contract/content.ts'
import { listFrames } from '#contract/pictures.ts'
import { FormError, FormGood } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused, wasAsked } from '#web/features/account/form-answer.ts'
import { AdFields } from '#web/features/ads/ad-fields.tsx'
import { adValuesIn } from '#web/features/ads/ad-form.ts'
import { detailsOf } from '#web/features/upload/drafts.ts'
import { EditForm } from '#web/features/upload/edit-form.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { parseBaseline } from '#web/ui/form-changes.ts'
import { notify, putRight } from '#web/ui/notify.ts'
import { words } from '#web/words/edit.ts'
import type { Route } from './+types/edit.ts'
import { askOf } from './ask.ts'
import { detailsIn, formOf, save, sentBaseline } from './edit/save.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(args.url.pathname))
  const params = { id: args.params.id }
  // Somebody else's is as missing as none.
  const [item, { frames }] = await Promise.all([ask(getOwnContent, { params }), ask(listFrames, { params })])
  return { item, frames, capped: me.is_private }
}

export async function action(args: Route.ActionArgs) {
  let values: Record<string, string> = {}
  let waits = false
  try {
    const form = await formOf(args.request)
    values = { ...detailsIn(form), ...adValuesIn(form), ...sentBaseline(form) }
    waits = (await save(args, form)).moderation === 'pending'
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
  return { saved: true as const, waits }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isRefused(answer)) sayRefused(answer)
  else {
    putRight()
    notify.good(words.saved, answer.waits ? words.waitsText : words.savedText)
  }
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Edit({ loaderData, actionData }: Route.ComponentProps) {
  const { item, frames, capped } = loaderData
  const refused = isRefused(actionData) ? actionData : undefined
  const details = { ...detailsOf(item), ...refused?.values }
  return (
    <div data-hue={item.content_type} className="page-inside flex flex-col gap-6 py-8 md:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="min-w-0 flex-1 basis-72 text-40 wrap-anywhere">
          <span className="block text-17 text-quiet">{words.heading}</span>
          {item.title}
        </h1>
        <nav className="flex flex-wrap gap-3" aria-label={words.heading}>
          <Link to={paths.watch(item.id)} className={buttonClass({})}>
            {words.watch}
          </Link>
          <Link to={paths.dashboard} className={buttonClass({})}>
            {words.back}
          </Link>
        </nav>
      </header>
      {refused && <FormError title={refused.refused.title}>{refused.refused.detail}</FormError>}
      {actionData && !isRefused(actionData) && (
        <FormGood>{`${words.saved}. ${actionData.waits ? words.waitsText : words.savedText}`}</FormGood>
      )}
      <EditForm
        key={item.id}
        item={item}
        details={details}
        baseline={refused && parseBaseline(refused.values.baseline)}
        frames={frames}
        errors={refused?.fields ?? {}}
        capped={capped}
      >
        {refused && wasAsked(refused) && <input type="hidden" name="anyway" value="on" />}
        <AdFields item={item} values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
      </EditForm>
    </div>
  )
}

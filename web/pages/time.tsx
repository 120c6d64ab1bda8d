import { Form, redirect, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { deleteWatchTime, getWatchTime } from '#contract/wellbeing.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { words } from '#web/words/time.ts'
import type { Route } from './+types/time.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'
import { Days } from './time/days.tsx'
import './time/time.css'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(args.url.pathname))
  return ask(getWatchTime, {})
}

export async function action(args: Route.ActionArgs) {
  await askOf(args)(deleteWatchTime, {})
  return { forgotten: true }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Time({ loaderData: { days }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const today = days.at(-1)?.minutes ?? 0
  const any = days.some(({ minutes }) => minutes > 0)
  return (
    <div className="time-page">
      <h1 className="text-40">{words.title}</h1>
      <p className="text-21">{words.today(words.span(today))}</p>
      <Days days={days} />
      <p className="max-w-[70ch] text-quiet">{words.kept}</p>
      {any && (
        <Form method="post" preventScrollReset>
          <Button type="submit" busy={busy}>
            {words.forget}
          </Button>
        </Form>
      )}
      {actionData && !any && <output className="font-semibold text-good-ink">{words.forgotten}</output>}
    </div>
  )
}

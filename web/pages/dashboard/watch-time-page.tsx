import { Form, redirect, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { deleteWatchTime, getWatchTime } from '#contract/wellbeing.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { watchTimeMessages } from '#web/messages/dashboard/watch-time.ts'
import type { Route } from './+types/watch-time-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { WatchTimeChart } from './watch-time-chart.tsx'
import './watch-time.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(args.url.pathname))
  return api(getWatchTime, {})
}

export async function action(args: Route.ActionArgs) {
  await createLoaderApiClient(args)(deleteWatchTime, {})
  return { forgotten: true }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: watchTimeMessages.title,
    description: watchTimeMessages.description,
    noindex: true,
  })

export default function WatchTimePage({ loaderData: { days }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const today = days.at(-1)?.minutes ?? 0
  const any = days.some(({ minutes }) => minutes > 0)
  return (
    <div className="time-page">
      <h1 className="text-40">{watchTimeMessages.title}</h1>
      <p className="text-21">{watchTimeMessages.today({ span: watchTimeMessages.span(today) })}</p>
      <WatchTimeChart days={days} />
      <p className="max-w-[70ch] text-quiet">{watchTimeMessages.kept}</p>
      {any && (
        <Form method="post" preventScrollReset>
          <Button type="submit" busy={busy}>
            {watchTimeMessages.forget}
          </Button>
        </Form>
      )}
      {actionData && !any && (
        <output className="font-semibold text-good-ink">{watchTimeMessages.forgotten}</output>
      )}
    </div>
  )
}

import { cursorIn } from '#web/api/cursor.ts'
import { CheckCheck, Check } from 'lucide-react'
import { Form, Link, redirect, useRevalidator } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import {
  getNotificationSwitches,
  listNotifications,
  type Notification,
  switchKinds,
} from '#contract/notifications.ts'
import { Entry } from '#web/features/notifications/entry.tsx'
import { QuietHours } from '#web/features/notifications/quiet-hours.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Baseline } from '#web/ui/baseline.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/notifications.ts'
import type { Route } from './+types/notifications.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'
import { quietHoursOf } from './notifications/quiet.ts'
import './notifications.css'

export { action } from './notifications/action.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(args.url.pathname + args.url.search))
  const cursor = cursorIn(args.url.searchParams)
  const [page, switches, quiet] = await Promise.all([
    ask(listNotifications, { query: { cursor } }),
    ask(getNotificationSwitches, {}),
    quietHoursOf(args),
  ])
  return { ...page, switches, quiet, isFirst: cursor === undefined }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (answer.done === 'switches' || answer.done === 'quiet') notify.good(words.saved.title, words.saved.text)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const { items, unread, switches, quiet } = loaderData
  return (
    <div className="news">
      <header className="news-head">
        <h1 className="text-40">{words.title}</h1>
        {unread > 0 && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="read-all" size="small">
              <CheckCheck aria-hidden="true" /> {words.readAll}
            </Button>
          </Form>
        )}
      </header>
      {items.length > 0 ? <News {...loaderData} /> : <None />}
      <Switches on={switches} />
      <QuietHours
        key={JSON.stringify([quiet, actionData?.asks])}
        hours={quiet}
        asks={actionData?.asks}
        problem={actionData?.problem}
      />
    </div>
  )
}

function News({ items, next_cursor, isFirst }: Route.ComponentProps['loaderData']) {
  const { revalidate } = useRevalidator()
  return (
    <section>
      <ul className="news-list">
        {items.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            action={<ReadOne entry={entry} />}
            onAnswered={() => void revalidate()}
          />
        ))}
      </ul>
      <div className="news-ways">
        {!isFirst && (
          <Link to={paths.notifications} className={buttonClass()}>
            {words.newest}
          </Link>
        )}
        {next_cursor ? (
          <Link to={paths.notificationsFrom(next_cursor)} className={buttonClass()}>
            {words.older}
          </Link>
        ) : (
          <p className="text-quiet">{words.end}</p>
        )}
      </div>
    </section>
  )
}

function ReadOne({ entry }: { entry: Notification }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={entry.id} />
      <button
        type="submit"
        name="intent"
        value="read"
        className={buttonClass({ variant: 'ghost', icon: true })}
        aria-label={words.readOne(words.sentence(entry))}
      >
        <Check aria-hidden="true" />
      </button>
    </Form>
  )
}

function None() {
  return (
    <EmptyState
      title={words.none.title}
      drawing="bell"
      action={
        <Link to={paths.create()} className={buttonClass({ variant: 'primary' })}>
          {words.none.action}
        </Link>
      }
    >
      {words.none.text}
    </EmptyState>
  )
}

function Switches({ on }: { on: Route.ComponentProps['loaderData']['switches'] }) {
  return (
    <Form method="post" preventScrollReset className="news-switches">
      <h2 className="text-28">{words.switches.title}</h2>
      <Baseline saved={on} />
      {switchKinds.map((kind) => (
        <Checkbox key={kind} name={kind} defaultChecked={on[kind]} {...words.switches[kind]} />
      ))}
      <Button type="submit" name="intent" value="switches" className="self-start">
        {words.switches.save}
      </Button>
    </Form>
  )
}

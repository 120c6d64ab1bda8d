import { parsePageCursor } from '#web/api/page-cursor.ts'
import { CheckCheck, Check, Settings } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Form, Link, redirect, useRevalidator, useRouteLoaderData } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getNotificationPreferences, listNotifications, type Notification } from '#contract/notifications.ts'
import { getPushSettings } from '#contract/push-notifications.ts'
import { getWeeklyDigest } from '#contract/weekly-digest.ts'
import { formatNotification } from '#web/features/notifications/format-notification.ts'
import { InAppNotificationSettingsForm } from '#web/features/notifications/in-app-notification-settings-form.tsx'
import { NotificationItem } from '#web/features/notifications/notification-item.tsx'
import { NotificationOverview } from '#web/features/notifications/notification-overview.tsx'
import { PushNotificationSettings } from '#web/features/notifications/push-settings.tsx'
import { WeeklyDigestForm } from '#web/features/notifications/weekly-digest-form.tsx'
import { QuietHoursForm } from '#web/features/notifications/quiet-hours-form.tsx'
import { QuietHoursNote } from '#web/features/notifications/quiet-hours-note.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import type { Route } from './+types/notifications-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { loadQuietHours } from './quiet-hours-action.ts'
import './notifications.css'

export { action } from './notifications-action.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(args.url.pathname + args.url.search))
  const cursor = parsePageCursor(args.url.searchParams)
  const [page, switches, quiet, push, digest] = await Promise.all([
    api(listNotifications, { query: { cursor } }),
    api(getNotificationPreferences, {}),
    loadQuietHours(args),
    api(getPushSettings, {}),
    api(getWeeklyDigest, {}),
  ])
  return { ...page, switches, quiet, push, digest, isFirst: cursor === undefined }
}

/** After one of these forms has been submitted, a toast confirms that the settings are saved. */
const savedIntents = ['switches', 'quiet', 'push-kinds', 'digest']

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (answer.done !== null && savedIntents.includes(answer.done))
    showToast.success(notificationMessages.saved.title, notificationMessages.saved.text)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: notificationMessages.title,
    description: notificationMessages.description,
    noindex: true,
  })

export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, unread, quiet_until, switches, quiet, push, digest } = loaderData
  useMissingNotification(unread)
  return (
    <div className="news">
      <header className="news-head">
        <h1 className="text-40">{notificationMessages.title}</h1>
        <a
          href={pagePaths.notificationSettings('settings')}
          className={getButtonClassName({ variant: 'ghost', size: 'small' }, 'ms-auto')}
        >
          <Settings aria-hidden="true" /> {notificationMessages.settings}
        </a>
        {unread > 0 && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="read-all" size="small">
              <CheckCheck aria-hidden="true" /> {notificationMessages.readAll}
            </Button>
          </Form>
        )}
      </header>
      {quiet_until && quiet && <QuietHoursNote until={quiet.to} />}
      {items.length > 0 ? <NotificationFeed {...loaderData} /> : <NoNotifications />}
      <NotificationOverview push={push} digest={digest} quietHours={quiet} />
      <InAppNotificationSettingsForm on={switches} />
      <PushNotificationSettings settings={push} bellKinds={switches} />
      <WeeklyDigestForm key={String(digest.on)} {...digest} />
      <QuietHoursForm
        key={JSON.stringify([quiet, actionData?.confirmation])}
        hours={quiet}
        asks={actionData?.confirmation}
        problem={actionData?.problem}
      />
    </div>
  )
}

/**
 * Reloads the page's data if the list of notifications is older than the unread count on the bell. The list
 * and the unread count are loaded at the same time, and a notification can arrive between the two responses.
 */
function useMissingNotification(unread: number): void {
  const { revalidate } = useRevalidator()
  const onBell = useRouteLoaderData<typeof rootLoader>('root')?.bell?.unread ?? 0
  const reload = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (onBell > unread) reload()
  }, [onBell, unread])
}

function NotificationFeed({ items, next_cursor, isFirst }: Route.ComponentProps['loaderData']) {
  const { revalidate } = useRevalidator()
  return (
    <section>
      <ul className="news-list">
        {items.map((entry) => (
          <NotificationItem
            key={entry.id}
            entry={entry}
            action={<MarkReadButton entry={entry} />}
            onAnswered={() => void revalidate()}
          />
        ))}
      </ul>
      <div className="news-ways">
        {!isFirst && (
          <Link to={pagePaths.notifications} className={getButtonClassName()}>
            {notificationMessages.newest}
          </Link>
        )}
        {next_cursor ? (
          <Link to={pagePaths.notificationsPage(next_cursor)} className={getButtonClassName()}>
            {notificationMessages.older}
          </Link>
        ) : (
          <p className="text-quiet">{notificationMessages.end}</p>
        )}
      </div>
    </section>
  )
}

function MarkReadButton({ entry }: { entry: Notification }) {
  const timeZone = useTimeZone()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={entry.id} />
      <button
        type="submit"
        name="intent"
        value="read"
        className={getButtonClassName({ variant: 'ghost', icon: true })}
        aria-label={notificationMessages.readOne({ sentence: formatNotification(entry, timeZone) })}
      >
        <Check aria-hidden="true" />
      </button>
    </Form>
  )
}

function NoNotifications() {
  return (
    <EmptyState
      title={notificationMessages.none.title}
      drawing="bell"
      action={
        <Link to={pagePaths.uploadPage()} className={getButtonClassName({ variant: 'primary' })}>
          {notificationMessages.none.action}
        </Link>
      }
    >
      {notificationMessages.none.text}
    </EmptyState>
  )
}

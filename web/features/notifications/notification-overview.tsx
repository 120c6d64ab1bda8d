import { Bell, Mail, Moon, Smartphone } from 'lucide-react'
import type { ReactElement } from 'react'
import { optionalNotificationKinds } from '#contract/notifications.ts'
import type { PushSettings } from '#contract/push-notifications.ts'
import type { WeeklyDigest } from '#contract/weekly-digest.ts'
import { type NotificationSection, pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { notificationMessages } from '#web/messages/dashboard/notifications.ts'
import type { QuietHoursFormValues } from './quiet-hours-form.tsx'
import './notification-overview.css'

const { overview } = notificationMessages

interface Props {
  push: PushSettings
  digest: WeeklyDigest
  quietHours: QuietHoursFormValues | null
}

/** Shows where and when notifications arrive, and whether each channel is on. Each row links to its settings. */
export function NotificationOverview({ push, digest, quietHours }: Props) {
  return (
    <section id="settings" aria-labelledby="overview-title" className="news-switches">
      <h2 id="overview-title" className="text-28">
        {overview.title}
      </h2>
      <ul className="overview">
        <OverviewRow section="bell" icon={<Bell />} status={overview.alwaysOn} />
        {push.public_key !== null && (
          <OverviewRow section="push" icon={<Smartphone />} status={describePush(push)} />
        )}
        <OverviewRow section="email" icon={<Mail />} status={describeDigest(digest)} />
        <OverviewRow
          section="quiet-hours"
          icon={<Moon />}
          status={quietHours ? overview.between(quietHours) : overview.off}
        />
      </ul>
    </section>
  )
}

interface RowProps {
  section: Exclude<NotificationSection, 'settings'>
  icon: ReactElement
  status: string
}

function OverviewRow({ section, icon, status }: RowProps) {
  const { name, text } = overview.rows[section]
  return (
    <li>
      <a href={pagePaths.notificationSettings(section)} className="overview-row">
        <span className="overview-icon" aria-hidden="true">
          {icon}
        </span>
        <span className="overview-text">
          <b>{name}</b>
          <span className="text-quiet">{text}</span>
        </span>
        <Badge>{status}</Badge>
      </a>
    </li>
  )
}

/**
 * Push notifications arrive only if the person has registered a device and chosen at least one kind of
 * notification.
 */
function describePush({ devices, kinds }: PushSettings): string {
  if (devices.length === 0) return overview.off
  const isAnyOn = optionalNotificationKinds.some((kind) => kinds[kind])
  return isAnyOn ? overview.onDevices({ count: devices.length }) : overview.nothingChosen
}

function describeDigest({ on, email_confirmed: isConfirmed }: WeeklyDigest): string {
  if (!on) return overview.off
  return isConfirmed ? overview.on : overview.unconfirmed
}

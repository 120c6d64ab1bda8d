import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SiteOverview } from '#contract/admin/overview.ts'
import { formatNumber } from '#i18n/formats.ts'
import { adminOverviewMessages } from '#web/messages/admin/overview.ts'
import { pagePaths } from '#web/paths.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'

const statusIcons = { ok: CircleCheck, warning: TriangleAlert, problem: CircleAlert } as const

export function OverviewView({ overview }: { overview: SiteOverview }) {
  const { version, cases, contact_messages, queue, storage, processes } = overview
  return (
    <>
      <header>
        <h1 className="text-40">{adminOverviewMessages.title}</h1>
        <p className="mt-1 text-quiet">{adminOverviewMessages.version({ version })}</p>
      </header>
      <HealthBox findings={overview.health} />
      <dl className="admin-tiles">
        <Tile label={adminOverviewMessages.cases}>
          <Link to={pagePaths.moderationQueue()} className="link">
            {formatNumber(cases.open)}
          </Link>
        </Tile>
        <Tile label={adminOverviewMessages.overdueCases}>{formatNumber(cases.overdue)}</Tile>
        <Tile label={adminOverviewMessages.appeals}>{formatNumber(cases.appeals)}</Tile>
        <Tile label={adminOverviewMessages.contact}>{formatNumber(contact_messages.last_week)}</Tile>
        <Tile label={adminOverviewMessages.jobs}>{formatCount(queue?.waiting)}</Tile>
        <Tile label={adminOverviewMessages.videos}>{formatCount(queue?.videos)}</Tile>
        <Tile label={adminOverviewMessages.oldest}>
          {queue
            ? adminOverviewMessages.seconds({ count: Math.round(queue.oldest_seconds) })
            : adminOverviewMessages.unknown}
        </Tile>
        <Tile label={adminOverviewMessages.processes}>
          {adminOverviewMessages.processCounts({
            web: formatNumber(processes.web),
            worker: formatNumber(processes.worker),
          })}
        </Tile>
        <Tile label={adminOverviewMessages.storedFiles({ kind: storage.kind })}>
          {formatCount(storage.objects)}
        </Tile>
        <Tile label={adminOverviewMessages.disk}>{describeDisk(overview.disk)}</Tile>
        <Tile label={adminOverviewMessages.backup}>{describeBackup(overview.last_backup)}</Tile>
      </dl>
    </>
  )
}

function HealthBox({ findings }: { findings: SiteOverview['health'] }) {
  return (
    <section className="admin-box" aria-labelledby="health">
      <h2 id="health" className="text-21">
        {adminOverviewMessages.health}
      </h2>
      <ul className="admin-findings">
        {findings.map(({ area, status, text, advice }) => {
          const Icon = statusIcons[status]
          return (
            <li key={area + text} data-status={status}>
              <Icon size={20} aria-hidden="true" />
              <span className="sr-only">{adminOverviewMessages.statuses[status]}</span>
              {/* The findings are those of the command line, which is in English. */}
              <div lang="en" dir="ltr">
                <p>{text}</p>
                {advice && <p className="text-15 text-quiet">{advice}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="admin-tile">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function formatCount(count: number | null | undefined): string {
  return count === null || count === undefined ? adminOverviewMessages.unknown : formatNumber(count)
}

function describeDisk(disk: SiteOverview['disk']): string {
  if (!disk) return adminOverviewMessages.unknown
  return adminOverviewMessages.diskSpace({
    free: formatBytes(disk.free_bytes),
    total: formatBytes(disk.total_bytes),
  })
}

function describeBackup(backup: SiteOverview['last_backup']): string {
  if (!backup) return adminOverviewMessages.noBackup
  return adminOverviewMessages.backupText({
    when: formatDateTimeUtc(backup.finished_at),
    size: formatBytes(backup.bytes),
  })
}

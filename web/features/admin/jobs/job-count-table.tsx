import { formatNumber } from '#i18n/formats.ts'
import type { JobCount } from '#contract/admin/jobs.ts'
import { adminJobMessages } from '#web/messages/admin/jobs.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'

export function JobCountTable({ counts }: { counts: JobCount[] }) {
  const { running, waiting, failed, oldest } = adminJobMessages.counts
  return (
    <div className="admin-box">
      <h2 className="text-21">{adminJobMessages.countsTitle}</h2>
      {/* The table scrolls sideways on phones, so it must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="admin-scroll" tabIndex={0} aria-label={adminJobMessages.countsTitle}>
        <table className="admin-count-table">
          <thead>
            <tr>
              {[adminJobMessages.name, running, waiting, failed, oldest].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counts.map((count) => (
              <tr key={count.name}>
                <th scope="row">{count.name}</th>
                <td>{formatNumber(count.running)}</td>
                <td>{formatNumber(count.waiting)}</td>
                <td>{formatNumber(count.failed)}</td>
                <td>
                  {count.oldest_waiting ? (
                    <RelativeTime at={count.oldest_waiting} />
                  ) : (
                    adminJobMessages.noWait
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

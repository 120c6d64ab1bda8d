import { formatNumber } from '#i18n/formats.ts'
import type { JobCount } from '#contract/admin/jobs.ts'
import { adminJobMessages } from '#web/messages/console/jobs.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'

export function JobCountTable({ counts }: { counts: JobCount[] }) {
  const { running, waiting, failed, oldest } = adminJobMessages.counts
  return (
    <section className="admin-box" aria-labelledby="job-counts">
      <h2 id="job-counts" className="text-21">
        {adminJobMessages.countsTitle}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div className="admin-scroll" tabIndex={0} role="group" aria-labelledby="job-counts">
        <table className="admin-table">
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
      </div>
    </section>
  )
}

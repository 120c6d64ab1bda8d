import { Link } from 'react-router'
import { formatNumber } from '#i18n/formats.ts'
import type { StorageOverview } from '#contract/admin/storage.ts'
import { adminStorageMessages } from '#web/messages/admin/storage.ts'
import { pagePaths } from '#web/paths.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'

/** The people who use the most of their quota. */
export function LargestUsersSection({ overview }: { overview: StorageOverview }) {
  const { people, quota_bytes } = overview
  const { byPerson, person, files, size, quotaUse } = adminStorageMessages
  const labels = [person, files, size, ...(quota_bytes === null ? [] : [quotaUse])]
  return (
    <div className="admin-box">
      <h2 className="text-21">{byPerson}</h2>
      <p className="text-quiet">
        {quota_bytes === null
          ? adminStorageMessages.noQuota
          : adminStorageMessages.quota({ size: formatBytes(quota_bytes) })}
      </p>
      {people.length === 0 ? (
        <p>{adminStorageMessages.noPeople}</p>
      ) : (
        // The table scrolls sideways on phones, so it must be reachable with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className="admin-scroll" tabIndex={0} aria-label={byPerson}>
          <table className="admin-count-table">
            <thead>
              <tr>
                {labels.map((label) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((one) => (
                <tr key={one.user_id}>
                  <th scope="row">
                    <Link to={pagePaths.adminContent({ q: `@${one.username}` })} className="link">
                      @{one.username}
                    </Link>
                  </th>
                  <td>{formatNumber(one.files)}</td>
                  <td>{formatBytes(one.bytes)}</td>
                  {quota_bytes !== null && <td>{formatShare(one.bytes / quota_bytes)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })
}

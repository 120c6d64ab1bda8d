import type { AuditLogEntry } from '#contract/admin/audit-log.ts'
import { auditLogMessages } from '#web/messages/admin/audit-log.ts'
import { pagePaths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { AdminPageLinks } from '../admin-page-links.tsx'
import { type AuditLogFilterValues, AuditLogFilters } from './audit-log-filters.tsx'

interface AuditLogViewProps {
  items: AuditLogEntry[]
  next_cursor: string | null
  actions: string[]
  filters: AuditLogFilterValues
  isLater: boolean
}

export function AuditLogView({ items, next_cursor, actions, filters, isLater }: AuditLogViewProps) {
  return (
    <>
      <header>
        <h1 className="text-40">{auditLogMessages.title}</h1>
        <p className="mt-1 max-w-[70ch] text-quiet">{auditLogMessages.about}</p>
      </header>
      <AuditLogFilters actions={actions} filters={filters} />
      {items.length > 0 ? (
        <AuditLogTable items={items} />
      ) : (
        <EmptyState title={auditLogMessages.none.title} drawing="lens">
          {auditLogMessages.none.text}
        </EmptyState>
      )}
      <AdminPageLinks
        messages={auditLogMessages}
        newestPath={isLater ? pagePaths.adminAuditLog(filters) : null}
        olderPath={next_cursor ? pagePaths.adminAuditLog({ ...filters, cursor: next_cursor }) : null}
      />
    </>
  )
}

function AuditLogTable({ items }: { items: AuditLogEntry[] }) {
  return (
    // The table scrolls sideways on phones, so it must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="admin-scroll" aria-label={auditLogMessages.table} tabIndex={0}>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">{auditLogMessages.time}</th>
            <th scope="col">{auditLogMessages.actor}</th>
            <th scope="col">{auditLogMessages.action}</th>
            <th scope="col">{auditLogMessages.subject}</th>
            <th scope="col">{auditLogMessages.details}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ seq, at, actor, action, subject, details }) => (
            <tr key={seq}>
              <td>
                <time dateTime={at}>{formatDateTimeUtc(at)}</time>
              </td>
              <td>{actor ? <Reference {...actor} /> : auditLogMessages.system}</td>
              {/* Actions and details are codes, which are the same in every language. */}
              <th scope="row" lang="en">
                {action}
              </th>
              <td>{subject && <Reference {...subject} />}</td>
              <td lang="en" className="admin-details">
                {Object.entries(details)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A person or an item: the username if it is known, otherwise the kind and the beginning of the pseudonym. */
function Reference({ kind, pseudonym, username }: NonNullable<AuditLogEntry['actor']>) {
  if (username) return <bdi>@{username}</bdi>
  return (
    <>
      {auditLogMessages.kinds[kind as keyof typeof auditLogMessages.kinds] ?? auditLogMessages.otherKind}{' '}
      <code lang="en" title={pseudonym}>
        {pseudonym.slice(0, 8)}
      </code>
    </>
  )
}

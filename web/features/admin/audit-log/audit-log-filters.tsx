import { Form, Link } from 'react-router'
import { auditLogMessages } from '#web/messages/admin/audit-log.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

export const auditLogFilterNames = ['actor', 'action', 'subject', 'from', 'until'] as const
export type AuditLogFilterValues = Partial<Record<(typeof auditLogFilterNames)[number], string>>

interface AuditLogFiltersProps {
  actions: string[]
  filters: AuditLogFilterValues
}

/** The filters are in the URL, so a filtered list can be reloaded and shared with other staff. */
export function AuditLogFilters({ actions, filters }: AuditLogFiltersProps) {
  return (
    <Form method="get" className="admin-box" aria-label={auditLogMessages.filters}>
      <div className="admin-filters">
        <TextField
          label={auditLogMessages.actor}
          hint={auditLogMessages.actorHint}
          name="actor"
          maxLength={100}
          defaultValue={filters.actor}
        />
        <TextField
          label={auditLogMessages.subject}
          hint={auditLogMessages.subjectHint}
          name="subject"
          maxLength={100}
          defaultValue={filters.subject}
        />
        <Select label={auditLogMessages.action} name="action" defaultValue={filters.action ?? ''}>
          <option value="">{auditLogMessages.anyAction}</option>
          {actions.map((action) => (
            <option key={action} value={action} lang="en">
              {action}
            </option>
          ))}
        </Select>
        <TextField label={auditLogMessages.from} name="from" type="date" defaultValue={filters.from} />
        <TextField label={auditLogMessages.until} name="until" type="date" defaultValue={filters.until} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {auditLogMessages.apply}
        </Button>
        <Link to={pagePaths.adminAuditLog()} className={getButtonClassName({ variant: 'ghost' })}>
          {auditLogMessages.clear}
        </Link>
      </div>
    </Form>
  )
}

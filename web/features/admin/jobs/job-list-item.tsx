import { Form } from 'react-router'
import type { QueuedJob } from '#contract/admin/jobs.ts'
import { adminJobMessages } from '#web/messages/admin/jobs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { RelativeTime } from '#web/ui/formatting/relative-time.tsx'
import { ConfirmedSubmitButton } from '../confirmed-submit-button.tsx'

export function JobListItem({ job }: { job: QueuedJob }) {
  return (
    <li className="admin-card">
      <div className="flex flex-col gap-1">
        <p className="admin-card-title">
          <bdi>{job.name}</bdi>
        </p>
        <p className="admin-facts">
          <JobTime job={job} />
          {job.attempts > 0 && (
            <span>{adminJobMessages.retries({ n: job.attempts, max: job.max_attempts })}</span>
          )}
          <code lang="en">{job.id}</code>
        </p>
      </div>
      {job.reason && (
        <p className="text-15">
          {adminJobMessages.reason}:{' '}
          <code className="admin-code" dir="auto">
            {job.reason}
          </code>
        </p>
      )}
      <JobActions job={job} />
    </li>
  )
}

function JobTime({ job }: { job: QueuedJob }) {
  const { started, created, failed, due } = adminJobMessages
  if (job.state === 'failed' && job.failed_at)
    return <RelativeTime at={job.failed_at} formatText={(age) => failed({ age })} />
  if (job.state === 'running' && job.started_at)
    return <RelativeTime at={job.started_at} formatText={(age) => started({ age })} />
  return (
    <>
      <RelativeTime at={job.created_at} formatText={(age) => created({ age })} />
      {job.starts_after && <span>{due({ when: formatDateTimeUtc(job.starts_after) })}</span>}
    </>
  )
}

/** A waiting job can be cancelled and a failed job can be retried. If neither is possible, explains why. */
function JobActions({ job }: { job: QueuedJob }) {
  const { name, id, state } = job
  const restriction = state === 'failed' ? job.cannot_retry : job.cannot_cancel
  if (restriction !== null)
    return <p className="text-15 text-quiet">{adminJobMessages.cannot[restriction]}</p>
  const action = state === 'failed' ? adminJobMessages.retry : adminJobMessages.cancel
  const button = {
    size: 'small' as const,
    name: 'intent',
    value: state === 'failed' ? 'retry' : 'cancel',
    'aria-label': adminJobMessages.actionOn({ action, name }),
    children: action,
  }
  return (
    <Form method="post" className="admin-actions" preventScrollReset>
      <input type="hidden" name="job" value={name} />
      <input type="hidden" name="id" value={id} />
      {state === 'failed' ? (
        <Button type="submit" {...button} />
      ) : (
        <ConfirmedSubmitButton
          {...button}
          dialog={{
            title: adminJobMessages.cancelTitle,
            text: adminJobMessages.cancelText,
            confirmLabel: adminJobMessages.cancel,
            danger: true,
          }}
        />
      )}
    </Form>
  )
}

import { Form, Link } from 'react-router'
import { type JobCount, type JobState, jobStates, type QueuedJob } from '#contract/admin/jobs.ts'
import { adminJobMessages } from '#web/messages/admin/jobs.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { AdminPageLinks } from '../admin-page-links.tsx'
import { JobCountTable } from './job-count-table.tsx'
import { JobListItem } from './job-list-item.tsx'

interface JobsViewProps {
  items: QueuedJob[]
  next_cursor: string | null
  counts: JobCount[]
  state: JobState
  name: string | undefined
  isLater: boolean
}

export function JobsView({ items, next_cursor, counts, state, name, isLater }: JobsViewProps) {
  const { title, text } = adminJobMessages.none[state]
  const total = (of: JobState) =>
    counts.filter((count) => !name || count.name === name).reduce((sum, count) => sum + count[of], 0)
  return (
    <>
      <header>
        <h1 className="text-40">{adminJobMessages.title}</h1>
        <p className="text-quiet">{adminJobMessages.lead}</p>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of filters is not a form fieldset */}
      <div className="chips" role="group" aria-label={adminJobMessages.filters}>
        {jobStates.map((one) => (
          <Chip
            key={one}
            pressed={one === state}
            count={total(one)}
            link={<Link to={pagePaths.adminJobs({ state: one, name })} />}
          >
            {adminJobMessages.states[one]}
          </Chip>
        ))}
      </div>
      {(counts.length > 0 || name) && <JobNameFilter counts={counts} state={state} name={name} />}
      {items.length > 0 ? (
        <ul className="admin-cards">
          {items.map((job) => (
            <JobListItem key={job.id} job={job} />
          ))}
        </ul>
      ) : (
        <EmptyState title={title} drawing="bell">
          {text}
        </EmptyState>
      )}
      <AdminPageLinks
        messages={adminJobMessages}
        newestPath={isLater ? pagePaths.adminJobs({ state, name }) : null}
        olderPath={next_cursor && pagePaths.adminJobs({ state, name, cursor: next_cursor })}
      />
      {counts.length > 0 && <JobCountTable counts={counts} />}
    </>
  )
}

function JobNameFilter({ counts, state, name }: Pick<JobsViewProps, 'counts' | 'state' | 'name'>) {
  const names = [...new Set([...counts.map((count) => count.name), ...(name ? [name] : [])])].toSorted()
  return (
    <Form key={`${state} ${name}`} method="get" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="state" value={state} />
      <Select label={adminJobMessages.name} name="name" defaultValue={name ?? ''}>
        <option value="">{adminJobMessages.allNames}</option>
        {names.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      <Button type="submit">{adminJobMessages.show}</Button>
    </Form>
  )
}

import { Search } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { maxPeopleResults, peopleQueryLimits, type PersonResult } from '#contract/admin/people.ts'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { pagePaths } from '#web/paths.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

interface PeopleSearchProps {
  query: string
  /** The search results, or undefined before the first search. */
  found: { items: PersonResult[]; has_more: boolean } | undefined
  error: string | undefined
}

/** The search for accounts. The form is submitted with POST, so an email address never appears in a URL. */
export function PeopleSearch({ query, found, error }: PeopleSearchProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <header>
        <h1 className="text-40">{adminPeopleMessages.title}</h1>
        <p className="mt-1 text-quiet">{adminPeopleMessages.logged}</p>
      </header>
      <Form method="post" className="admin-form">
        <TextField
          label={adminPeopleMessages.query}
          hint={adminPeopleMessages.queryHint}
          error={error}
          name="q"
          type="search"
          required
          minLength={peopleQueryLimits.min}
          maxLength={peopleQueryLimits.max}
          autoComplete="off"
          defaultValue={query}
        />
        <Button type="submit" variant="primary" busy={busy}>
          <Search aria-hidden="true" /> {adminPeopleMessages.search}
        </Button>
      </Form>
      {found && <PeopleResults {...found} />}
    </>
  )
}

function PeopleResults({ items, has_more }: { items: PersonResult[]; has_more: boolean }) {
  if (items.length === 0)
    return (
      <EmptyState title={adminPeopleMessages.none.title} drawing="lens">
        {adminPeopleMessages.none.text}
      </EmptyState>
    )
  return (
    <section className="admin-box" aria-labelledby="results">
      <h2 id="results" className="text-21">
        {adminPeopleMessages.results}
      </h2>
      <ul className="admin-list">
        {items.map((person) => (
          <li key={person.id}>
            <Link to={pagePaths.adminPerson(person.id)} className="admin-row">
              <strong dir="auto">{person.display_name}</strong>
              <bdi className="text-quiet">@{person.username}</bdi>
            </Link>
            <p className="admin-facts">
              {person.role !== 'user' && <Badge>{adminPeopleMessages.roles[person.role]}</Badge>}
              {person.state !== 'active' && <Badge>{adminPeopleMessages.states[person.state]}</Badge>}
              <DateLabel at={person.joined_at} />
            </p>
          </li>
        ))}
      </ul>
      {has_more && <p className="mt-1 text-quiet">{adminPeopleMessages.more({ count: maxPeopleResults })}</p>}
    </section>
  )
}

import { Form, Link, redirect, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { cursorIn } from '#web/api/cursor.ts'
import { apiOf } from '#web/api/context.ts'
import { CallError } from '#web/api/call.ts'
import { type PeopleList, paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { words } from '#web/words/people.ts'
import type { Route } from './+types/followers.ts'
import { askOf } from './ask.ts'
import { actOnPerson } from './follow-action.ts'
import { answersOf } from './followers/answers.ts'
import { listNames, listOf, lists, type Somebody } from './followers/lists.ts'
import { metaOf } from './meta.ts'
import './followers.css'

const { people } = words

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { me } = await ask(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(paths.login(pathname + search))
  const { total: waiting } = await ask(lists.requests, { query: { limit: 1 } })
  const list = listOf(searchParams.get('list'), waiting)
  const cursor = cursorIn(searchParams)
  const page = await ask(lists[list], { query: { cursor } })
  return { ...page, items: page.items as Somebody[], list, waiting, isFirst: cursor === undefined }
}

export async function action(args: Route.ActionArgs) {
  try {
    await actOnPerson(apiOf(args), await args.request.formData())
    return null
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown
    return { problem: thrown.detail }
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: people.title, description: people.description, noindex: true })

export default function Followers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, list, waiting, total, next_cursor, isFirst } = loaderData
  return (
    <div className="people">
      <h1 className="text-40">{people.title}</h1>
      <nav className="chips" aria-label={people.lists}>
        {listNames.map((name) => (
          <Chip
            key={name}
            pressed={name === list}
            count={countOf(name, { list, total, waiting })}
            link={<Link to={paths.people(name)} preventScrollReset />}
          >
            {people[name]}
          </Chip>
        ))}
      </nav>
      <p className="text-quiet">{people.hint[list]}</p>
      {actionData?.problem && <FieldError>{actionData.problem}</FieldError>}
      {items.length === 0 && <EmptyState title={people.none[list]} drawing="bell" />}
      <ul className="people-list">
        {items.map((person) => (
          <Line key={person.user_id} person={person} list={list} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!isFirst && (
          <Link to={paths.people(list)} className={buttonClass()}>
            {people.first}
          </Link>
        )}
        {next_cursor && (
          <Link to={paths.people(list, next_cursor)} className={buttonClass()}>
            {people.next}
          </Link>
        )}
      </div>
    </div>
  )
}

function countOf(
  name: PeopleList,
  { list, total, waiting }: { list: PeopleList; total: number; waiting: number },
) {
  if (name === list) return total
  return name === 'requests' && waiting > 0 ? waiting : undefined
}

function Line({ person, list }: { person: Somebody; list: PeopleList }) {
  const { user_id, username, display_name, avatar_url } = person
  const name = (
    <>
      <Avatar name={display_name} of={username} src={avatar_url} size={48} />
      <span className="min-w-0">
        <b className="block truncate">{display_name}</b>
        <span className="text-15 text-quiet">@{username}</span>
      </span>
    </>
  )
  return (
    <li className="people-line">
      {/* Whom one has blocked has no page for one. */}
      {list === 'blocked' ? (
        <span className="people-who">{name}</span>
      ) : (
        <Link to={paths.creator(username)} className="people-who">
          {name}
        </Link>
      )}
      {person.adult && (
        <span className="people-adult" title={people.adultHint}>
          {people.adult}
        </span>
      )}
      <Answers id={user_id} person={person} list={list} />
    </li>
  )
}

function Answers({ id, person, list }: { id: string; person: Somebody; list: PeopleList }) {
  const { formData } = useNavigation()
  const sent = formData?.get('person') === id ? formData.get('intent') : undefined
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="person" value={id} />
      {answersOf(person, list).map(({ intent, label, name, primary }) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          size="small"
          variant={primary ? 'primary' : 'quiet'}
          busy={sent === intent}
          aria-label={name}
        >
          {label}
        </Button>
      ))}
    </Form>
  )
}

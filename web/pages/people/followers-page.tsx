import { Form, Link, redirect, useNavigation } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { type PeopleListName, pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chip } from '#web/ui/controls/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { followersAndBlocksMessages } from '#web/messages/people/followers-and-blocks.ts'
import type { Route } from './+types/followers-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { handleRelationshipAction } from './relationship-action.ts'
import { getPersonActions } from './person-list-actions.ts'
import {
  peopleListNames,
  parsePeopleListName,
  peopleListEndpoints,
  type PeopleListEntry,
} from './people-lists.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import './followers.css'

const { people } = followersAndBlocksMessages

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const { total: waiting } = await api(peopleListEndpoints.requests, { query: { limit: 1 } })
  const list = parsePeopleListName(searchParams.get('list'), waiting)
  const cursor = parsePageCursor(searchParams)
  const page = await api(peopleListEndpoints[list], { query: { cursor } })
  return { ...page, items: page.items as PeopleListEntry[], list, waiting, isFirst: cursor === undefined }
}

export async function action(args: Route.ActionArgs) {
  try {
    await handleRelationshipAction(createApiClientFromContext(args), await args.request.formData())
    return null
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError)) throw thrown
    return { problem: thrown.detail }
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, { title: people.title, description: people.description, noindex: true })

export default function FollowersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, list, waiting, total, next_cursor, isFirst } = loaderData
  return (
    <div className="people">
      <h1 className="text-40">{people.title}</h1>
      <nav className="chips" aria-label={people.lists}>
        {peopleListNames.map((name) => (
          <Chip
            key={name}
            pressed={name === list}
            count={getListCount(name, { list, total, waiting })}
            link={<Link to={pagePaths.peopleList(name)} preventScrollReset />}
          >
            {people[name]}
          </Chip>
        ))}
      </nav>
      <p className="text-quiet">{people.hint[list]}</p>
      {actionData?.problem && <FieldErrorMessage>{actionData.problem}</FieldErrorMessage>}
      {items.length === 0 && <EmptyState title={people.none[list]} drawing="bell" />}
      <ul className="people-list">
        {items.map((person) => (
          <PersonItem key={person.user_id} person={person} list={list} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {!isFirst && (
          <Link to={pagePaths.peopleList(list)} className={getButtonClassName()}>
            {people.first}
          </Link>
        )}
        {next_cursor && (
          <Link to={pagePaths.peopleList(list, next_cursor)} className={getButtonClassName()}>
            {people.next}
          </Link>
        )}
      </div>
    </div>
  )
}

function getListCount(
  name: PeopleListName,
  { list, total, waiting }: { list: PeopleListName; total: number; waiting: number },
) {
  if (name === list) return total
  return name === 'requests' && waiting > 0 ? waiting : undefined
}

function PersonItem({ person, list }: { person: PeopleListEntry; list: PeopleListName }) {
  const { user_id, username, display_name, avatar_url } = person
  const name = (
    <>
      <Avatar name={display_name} of={username} src={avatar_url} size={48} />
      <span className="min-w-0">
        <b className="block truncate" dir="auto">
          {display_name}
        </b>
        <bdi className="text-15 text-quiet">@{username}</bdi>
      </span>
    </>
  )
  return (
    <li className="people-line">
      {/* The name of a blocked person is not a link, because the viewer cannot open the page of a blocked
          person. */}
      {list === 'blocked' ? (
        <span className="people-who">{name}</span>
      ) : (
        <Link to={pagePaths.creator(username)} className="people-who">
          {name}
        </Link>
      )}
      {person.adult && (
        <span className="people-adult" title={people.adultHint}>
          {people.adult}
        </span>
      )}
      <PersonActions id={user_id} person={person} list={list} />
    </li>
  )
}

function PersonActions({ id, person, list }: { id: string; person: PeopleListEntry; list: PeopleListName }) {
  const { formData } = useNavigation()
  const sent = formData?.get('person') === id ? formData.get('intent') : undefined
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="person" value={id} />
      {getPersonActions(person, list).map(({ intent, label, name, primary }) => (
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

import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { createPlaylist, listOwnPlaylists } from '#contract/engagement/playlists.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { PlaylistCard } from '#web/features/playlists/playlist-card.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import type { Route } from './+types/playlists-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import '#web/features/playlists/playlists.css'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const cursor = parsePageCursor(searchParams)
  return { ...(await api(listOwnPlaylists, { query: { cursor } })), isFirst: cursor === undefined }
}

/**
 * Creates a playlist. If the title of the playlist needs a confirmation, submitting the form again confirms
 * it.
 */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const title = String(form.get('title') ?? '')
  const anyway = form.get('confirmed') === title
  try {
    const api = createApiClientFromContext(args)
    const { id } = await api(createPlaylist, { body: { title, ...(anyway && { anyway }) } })
    return redirect(pagePaths.playlist(id))
  } catch (thrown) {
    if (!(thrown instanceof ApiCallError)) throw thrown
    if (thrown.status === 401) return redirect(pagePaths.signIn(pagePaths.playlists))
    const isQuestion = thrown.code.endsWith('_ask')
    return data({ problem: thrown.detail, title, isQuestion }, { status: thrown.status })
  }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: playlistMessages.title,
    description: playlistMessages.description,
    noindex: true,
  })

export default function PlaylistsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { watch_later, items, next_cursor, isFirst } = loaderData
  return (
    <div className="page-inside playlists-page">
      <h1 className="text-40">{playlistMessages.title}</h1>
      <NewPlaylistForm answer={actionData} />
      <ul className="playlist-grid">
        {(isFirst ? [watch_later, ...items] : items).map((playlist) => (
          <li key={playlist.id}>
            <PlaylistCard playlist={playlist} count={playlist.total_count} />
          </li>
        ))}
      </ul>
      {isFirst && items.length === 0 && (
        <p className="text-quiet">
          <b className="text-text">{playlistMessages.none}.</b> {playlistMessages.noneText}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isFirst && (
          <Link to={pagePaths.playlists} className={getButtonClassName()}>
            {playlistMessages.first}
          </Link>
        )}
        {next_cursor && (
          <Link to={`?${new URLSearchParams({ cursor: next_cursor })}`} className={getButtonClassName()}>
            {playlistMessages.next}
          </Link>
        )}
      </div>
    </div>
  )
}

function NewPlaylistForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" noValidate className="playlist-new">
      {answer?.isQuestion && <input type="hidden" name="confirmed" value={answer.title} />}
      <TextField
        label={playlistMessages.newPlaylist}
        name="title"
        placeholder={playlistMessages.name}
        defaultValue={answer?.title}
        error={answer?.problem}
        autoComplete="off"
        required
      />
      <Button type="submit" variant="primary" busy={busy} className="playlist-create">
        {answer?.isQuestion ? playlistMessages.saveAnyway : playlistMessages.create}
      </Button>
    </Form>
  )
}

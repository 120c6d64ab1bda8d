import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  createPlaylist,
  deletePlaylistItem,
  listOwnPlaylists,
  type OwnPlaylist,
  putPlaylistItem,
} from '#contract/engagement/playlists.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { playlistMessages } from '#web/messages/watch/playlists.ts'
import { PlaylistForm, type PlaylistFormValues } from './playlist-form.tsx'

interface Props {
  /** The id of the video to save. */
  id: string
  onClose: () => void
}

/** Lets the viewer save a video to Watch later and to their own playlists. */
export default function SaveDialog({ id, onClose }: Props) {
  const { me } = useAuth()
  return (
    <Dialog open onClose={onClose} title={playlistMessages.saveTitle} size="small">
      {me ? <SaveForm id={id} onClose={onClose} /> : <SignInHint />}
    </Dialog>
  )
}

function SignInHint() {
  const { pathname, search } = useLocation()
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-quiet">{playlistMessages.signInText}</p>
      <Link to={pagePaths.signIn(pathname + search)} className={getButtonClassName({ variant: 'primary' })}>
        {playlistMessages.signInLink}
      </Link>
    </div>
  )
}

function SaveForm({ id, onClose }: Props) {
  const { lists, failed, cursor, load, change, add } = useSaveTargets(id)
  const [isCreating, setIsCreating] = useState(false)
  const create = async (details: PlaylistFormValues, anyway: boolean) => {
    const { id: listId, title } = await callApi(createPlaylist, {
      body: { ...details, content: id, ...(anyway && { anyway }) },
    })
    add({ id: listId, title, visibility: details.visibility })
    setIsCreating(false)
    showToast.success(playlistMessages.saved({ playlist: title }))
  }
  if (failed && !lists)
    return (
      <div className="grid justify-items-start gap-4">
        <p>{playlistMessages.loadFailed}</p>
        <Button onClick={() => void load()}>{playlistMessages.retry}</Button>
      </div>
    )
  if (!lists) return <Spinner label={playlistMessages.loading} />
  return (
    <div className="grid gap-4">
      <fieldset className="save-lists">
        <legend className="sr-only">{playlistMessages.saveTo}</legend>
        {lists.map((list) => (
          <Checkbox
            key={list.id}
            className="save-list"
            label={list.title}
            hint={playlistMessages.visibility[list.visibility]}
            checked={list.contains ?? false}
            onChange={(event) => void change(list, event.target.checked)}
          />
        ))}
        {cursor && (
          <Button size="small" className="justify-self-start" onClick={() => void load(cursor)}>
            {playlistMessages.more}
          </Button>
        )}
      </fieldset>
      {isCreating ? (
        <PlaylistForm
          initial={{ title: '', description: '', visibility: 'private' }}
          submitLabel={playlistMessages.createAndSave}
          onSubmit={create}
          takesFocus
        />
      ) : (
        <div className="flex flex-wrap justify-between gap-2">
          <Button onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" /> {playlistMessages.newPlaylist}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {playlistMessages.done}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Loads the viewer's playlists, and whether each playlist contains the video. */
function useSaveTargets(content: string) {
  const [lists, setLists] = useState<OwnPlaylist[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const load = async (from?: string) => {
    setFailed(false)
    try {
      const page = await callApi(listOwnPlaylists, {
        query: { content, cursor: from, limit: pageSizeLimits.max },
      })
      setLists((before) => [...(from && before ? before : [page.watch_later]), ...page.items])
      setCursor(page.next_cursor)
    } catch {
      setFailed(true)
    }
  }
  useEffect(() => {
    void load()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loads once per video
  }, [content])
  const mark = (id: string, contains: boolean) =>
    setLists((before) => before?.map((list) => (list.id === id ? { ...list, contains } : list)))
  const change = async ({ id, title }: OwnPlaylist, contains: boolean) => {
    mark(id, contains)
    try {
      await callApi(contains ? putPlaylistItem : deletePlaylistItem, { params: { id, content_id: content } })
      showToast.success(
        contains
          ? playlistMessages.saved({ playlist: title })
          : playlistMessages.unsaved({ playlist: title }),
      )
    } catch (thrown) {
      mark(id, !contains)
      showToast.error(playlistMessages.saveFailed, thrown instanceof ApiCallError ? thrown.detail : undefined)
    }
  }
  const add = (created: Pick<OwnPlaylist, 'id' | 'title' | 'visibility'>) =>
    setLists((before) => {
      const list = { ...created, is_watch_later: false, cover_url: null, total_count: 1, contains: true }
      const [watchLater, ...others] = before ?? []
      return watchLater ? [watchLater, list, ...others] : [list]
    })
  return { lists, cursor, failed, load, change, add }
}

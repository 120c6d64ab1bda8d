import { Ban, Ellipsis, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { deleteMute, putBlock, putMute } from '#contract/apart.ts'
import { call, CallError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/people.ts'

interface Props {
  userId: string
  username: string
  muted: boolean
}

const formId = 'apart'

/** Keeping somebody at a distance: mute, block. */
export function ApartMenu({ userId, username, muted }: Props) {
  const [asking, setAsking] = useState(false)
  const { busy, toggleMute, block } = useApart({ userId, username, muted })
  return (
    <>
      <Menu
        label={words.more(username)}
        trigger={<IconButton bare label={words.more(username)} icon={<Ellipsis aria-hidden="true" />} />}
      >
        <MenuItem
          icon={muted ? <Volume2 /> : <VolumeX />}
          type="submit"
          form={formId}
          name="intent"
          value={muted ? 'unmute' : 'mute'}
          onClick={instead(() => void toggleMute())}
        >
          {muted ? words.unmute : words.mute}
        </MenuItem>
        <MenuItem
          icon={<Ban />}
          danger
          type="submit"
          form={formId}
          name="intent"
          value="block"
          onClick={instead(() => setAsking(true))}
        >
          {words.block}
        </MenuItem>
      </Menu>
      <form method="post" id={formId} hidden>
        <input type="hidden" name="person" value={userId} />
      </form>
      <ConfirmDialog
        open={asking}
        title={words.blockQuestion(username)}
        confirmLabel={words.blockConfirm}
        cancelLabel={words.keep}
        danger
        busy={busy}
        onConfirm={() => void block()}
        onCancel={() => setAsking(false)}
      >
        {words.blockText}
      </ConfirmDialog>
    </>
  )
}

/** With script the press does it here; without, the form goes to the page's action. */
function instead(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    act()
  }
}

function useApart({ userId, username, muted }: Props) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const params = { id: userId }
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      notify.bad(thrown.title, thrown.detail)
    } finally {
      setBusy(false)
    }
  }
  const toggleMute = () =>
    attempt(async () => {
      await call(muted ? deleteMute : putMute, { params })
      if (muted) notify.good(words.unmuted(username))
      else notify.good(words.muted(username), words.mutedText)
      await revalidate()
    })
  const block = () =>
    attempt(async () => {
      await call(putBlock, { params })
      notify.good(words.blocked(username))
      // The page one is on does not exist any more.
      await navigate(paths.people('blocked'), { replace: true })
    })
  return { busy, toggleMute, block }
}

import { Ban, Ellipsis, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { deleteMute, putBlock, putMute } from '#contract/people/blocks-and-mutes.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { followersAndBlocksMessages } from '#web/messages/people/followers-and-blocks.ts'

interface Props {
  userId: string
  username: string
  muted: boolean
}

const formId = 'apart'

export function BlockAndMuteMenu({ userId, username, muted }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, toggleMute, block } = useBlockAndMute({ userId, username, muted })
  return (
    <>
      <Menu
        label={followersAndBlocksMessages.more({ username })}
        trigger={
          <IconButton
            bare
            label={followersAndBlocksMessages.more({ username })}
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
      >
        <MenuItem
          icon={muted ? <Volume2 /> : <VolumeX />}
          type="submit"
          form={formId}
          name="intent"
          value={muted ? 'unmute' : 'mute'}
          onClick={preventDefaultAnd(() => void toggleMute())}
        >
          {muted ? followersAndBlocksMessages.unmute : followersAndBlocksMessages.mute}
        </MenuItem>
        <MenuItem
          icon={<Ban />}
          danger
          type="submit"
          form={formId}
          name="intent"
          value="block"
          onClick={preventDefaultAnd(() => setIsConfirming(true))}
        >
          {followersAndBlocksMessages.block}
        </MenuItem>
      </Menu>
      <form method="post" id={formId} hidden>
        <input type="hidden" name="person" value={userId} />
      </form>
      <ConfirmDialog
        open={isConfirming}
        title={followersAndBlocksMessages.blockQuestion({ username })}
        confirmLabel={followersAndBlocksMessages.blockConfirm}
        cancelLabel={followersAndBlocksMessages.keep}
        danger
        busy={busy}
        onConfirm={() => void block()}
        onCancel={() => setIsConfirming(false)}
      >
        {followersAndBlocksMessages.blockText}
      </ConfirmDialog>
    </>
  )
}

/**
 * Returns a click handler that runs `act` instead of submitting the form. Without JavaScript, the button
 * submits the form to the page's action.
 */
function preventDefaultAnd(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    act()
  }
}

function useBlockAndMute({ userId, username, muted }: Props) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const params = { id: userId }
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      showToast.error(thrown.title, thrown.detail)
    } finally {
      setBusy(false)
    }
  }
  const toggleMute = () =>
    attempt(async () => {
      await callApi(muted ? deleteMute : putMute, { params })
      if (muted) showToast.success(followersAndBlocksMessages.unmuted({ username }))
      else
        showToast.success(
          followersAndBlocksMessages.muted({ username }),
          followersAndBlocksMessages.mutedText,
        )
      await revalidate()
    })
  const block = () =>
    attempt(async () => {
      await callApi(putBlock, { params })
      showToast.success(followersAndBlocksMessages.blocked({ username }))
      // Once the person is blocked, the user can no longer see the current page.
      await navigate(pagePaths.peopleList('blocked'), { replace: true })
    })
  return { busy, toggleMute, block }
}

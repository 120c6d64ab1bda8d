import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteFollow, type FollowState, putFollow } from '#contract/people/follows.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { followButtonMessages } from '#web/messages/people/follow-button.ts'

/**
 * Follows a creator, sends a follow request, or unfollows the creator. The page reloads its data, because
 * following a creator can change what the page shows.
 */
export function useFollow(userId: string, loaded: FollowState) {
  const [localChange, setLocalChange] = useState<{ loaded: FollowState; state: FollowState }>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  // Data that the page has just loaded overrides the local state.
  const state = localChange?.loaded === loaded ? localChange.state : loaded

  const press = async () => {
    setBusy(true)
    try {
      const answer = await callApi(state === 'none' ? putFollow : deleteFollow, { params: { id: userId } })
      setLocalChange({ loaded, state: answer.state })
      await revalidate()
    } catch (thrown) {
      const { title, detail } =
        thrown instanceof ApiCallError ? thrown : { title: followButtonMessages.failed, detail: undefined }
      showToast.error(title, detail)
    } finally {
      setBusy(false)
    }
  }
  return { state, busy, pressed: localChange !== undefined, press }
}

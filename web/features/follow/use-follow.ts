import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { deleteFollow, type FollowState, putFollow } from '#contract/follows.ts'
import { call, CallError } from '#web/api/call.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/follow.ts'

/** Follows, asks, or lets go. What the page may show changes with it, so its data is read again. */
export function useFollow(userId: string, loaded: FollowState) {
  const [made, setMade] = useState<{ over: FollowState; state: FollowState }>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  // What the page was loaded with counts again as soon as it says something new.
  const state = made?.over === loaded ? made.state : loaded

  const press = async () => {
    setBusy(true)
    try {
      const answer = await call(state === 'none' ? putFollow : deleteFollow, { params: { id: userId } })
      setMade({ over: loaded, state: answer.state })
      await revalidate()
    } catch (thrown) {
      const { title, detail } =
        thrown instanceof CallError ? thrown : { title: words.failed, detail: undefined }
      notify.bad(title, detail)
    } finally {
      setBusy(false)
    }
  }
  return { state, busy, pressed: made !== undefined, press }
}

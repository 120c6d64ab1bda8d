import { useRef, useState } from 'react'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { likeButtonMessages } from '#web/messages/watch/likes.ts'

interface InitialLike {
  id: string
  liked: boolean
  likes_count: number
}

/**
 * Manages a viewer's like and updates the like button before the server responds. If the user presses the
 * button several times while a request is pending, only the latest state is sent. When a live update contains
 * a new like count, the page passes it to the returned function `counted`.
 */
export function useLike(start: InitialLike, signedIn: boolean, signInPath: string) {
  const [shown, setShown] = useState({ liked: start.liked, count: start.likes_count })
  const confirmed = useRef(shown)
  const wanted = useRef(start.liked)
  const busy = useRef(false)

  const toggle = () => {
    if (!signedIn)
      return showToast.prompt(likeButtonMessages.signIn, {
        label: likeButtonMessages.signInLink,
        href: signInPath,
      })
    wanted.current = !wanted.current
    setShown({ liked: wanted.current, count: expectedLikesCount(confirmed.current, wanted.current) })
    void sync()
  }
  const sync = async () => {
    if (busy.current) return
    busy.current = true
    try {
      while (confirmed.current.liked !== wanted.current) await sendLike(wanted.current)
    } catch (thrown) {
      wanted.current = confirmed.current.liked
      showToast.error(likeButtonMessages.failed, thrown instanceof ApiCallError ? thrown.detail : undefined)
    } finally {
      busy.current = false
      setShown(confirmed.current)
    }
  }
  const sendLike = async (like: boolean) => {
    const { liked, likes_count } = await callApi(like ? putLike : deleteLike, { params: { id: start.id } })
    confirmed.current = { liked, count: likes_count }
  }
  const counted = (count: number) => {
    confirmed.current = { ...confirmed.current, count }
    if (!busy.current) setShown(confirmed.current)
  }
  return { ...shown, toggle, counted }
}

/** Returns the like count to show, which is never negative. */
function expectedLikesCount(confirmed: { liked: boolean; count: number }, liked: boolean): number {
  return Math.max(0, confirmed.count + Number(liked) - Number(confirmed.liked))
}

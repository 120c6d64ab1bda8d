import { useRef, useState } from 'react'
import { deleteLike, putLike } from '#contract/engagement/likes.ts'
import { callApi, ApiCallError } from '#web/api/api-client.ts'
import { notify } from '#web/ui/overlays/toast-store.ts'
import { likeMessages } from '#web/messages/watch/likes.ts'

interface InitialLike {
  id: string
  liked: boolean
  likes_count: number
}

/**
 * An optimistic like. Presses during a pending request are coalesced: only the latest state is sent.
 * `counted` receives the count from live updates.
 */
export function useLike(start: InitialLike, signedIn: boolean, signInPath: string) {
  const [shown, setShown] = useState({ liked: start.liked, count: start.likes_count })
  const said = useRef(shown)
  const wish = useRef(start.liked)
  const busy = useRef(false)

  const toggle = () => {
    if (!signedIn)
      return notify.ask(likeMessages.signIn, { label: likeMessages.signInLink, href: signInPath })
    wish.current = !wish.current
    setShown({ liked: wish.current, count: expectedLikesCount(said.current, wish.current) })
    void settle()
  }
  const settle = async () => {
    if (busy.current) return
    busy.current = true
    try {
      while (said.current.liked !== wish.current) await say(wish.current)
    } catch (thrown) {
      wish.current = said.current.liked
      notify.bad(likeMessages.failed, thrown instanceof ApiCallError ? thrown.detail : undefined)
    } finally {
      busy.current = false
      setShown(said.current)
    }
  }
  const say = async (like: boolean) => {
    const { liked, likes_count } = await callApi(like ? putLike : deleteLike, { params: { id: start.id } })
    said.current = { liked, count: likes_count }
  }
  const counted = (count: number) => {
    said.current = { ...said.current, count }
    if (!busy.current) setShown(said.current)
  }
  return { ...shown, toggle, counted }
}

/** Never negative. */
function expectedLikesCount(said: { liked: boolean; count: number }, liked: boolean): number {
  return Math.max(0, said.count + Number(liked) - Number(said.liked))
}

import { Heart } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import {
  addLocalLike,
  getLocalLikeState,
  initialLocalLikeState,
  subscribeToLocalLikes,
} from './local-likes.ts'
import { likeButtonMessages } from '#web/messages/watch/likes.ts'
import './like-button.css'

/**
 * The like button on movie and TV cards. Liking a card needs no account. Only this browser stores and counts
 * the like.
 */
export function CardLikeButton({ id, title }: { id: string; title: string }) {
  const { count, mine } = useSyncExternalStore(
    subscribeToLocalLikes,
    () => getLocalLikeState(id),
    () => initialLocalLikeState,
  )
  return (
    <button
      type="button"
      className="card-heart needs-js"
      aria-pressed={mine}
      aria-label={likeButtonMessages.onCard({ mine, title, count })}
      title={likeButtonMessages.onDevice}
      onClick={() => addLocalLike(id)}
    >
      <Heart size={18} fill={mine ? 'currentColor' : 'none'} aria-hidden="true" />
      {count}
    </button>
  )
}

import { Heart } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { likeLocally, localLike, none, subscribe } from './local-likes.ts'
import { words } from '#web/words/like.ts'
import './like.css'

/** On movie and TV cards: needs no account, counts in this browser only. */
export function CardLike({ id, title }: { id: string; title: string }) {
  const { count, mine } = useSyncExternalStore(
    subscribe,
    () => localLike(id),
    () => none,
  )
  return (
    <button
      type="button"
      className="card-heart needs-js"
      aria-pressed={mine}
      aria-label={words.onCard(mine, title, count)}
      title={words.onDevice}
      onClick={() => likeLocally(id)}
    >
      <Heart size={18} fill={mine ? 'currentColor' : 'none'} aria-hidden="true" />
      {count}
    </button>
  )
}

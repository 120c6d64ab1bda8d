import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { likeButtonMessages } from '#web/messages/watch/likes.ts'
import './like-button.css'

interface Props {
  liked: boolean
  count: number
  onToggle: () => void
}

/** The like button on the watch page. Without JavaScript, the button submits the form around it. */
export function LikeButton({ liked, count, onToggle }: Props) {
  const [pressed, setPressed] = useState(false)
  return (
    <>
      <Button
        type="submit"
        name="intent"
        value={liked ? 'unlike' : 'like'}
        className="like-button"
        aria-pressed={liked}
        onClick={(event) => {
          event.preventDefault()
          setPressed(true)
          onToggle()
        }}
      >
        <Heart fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />
        {liked ? likeButtonMessages.liked : likeButtonMessages.like}
        <span className="tabular-nums">
          {count} <span className="sr-only">{likeButtonMessages.likes({ count })}</span>
        </span>
      </Button>
      {/* Screen readers announce the like count only when the viewer presses the button, so likes
          from other people cause no announcements. */}
      <output className="sr-only">{pressed && likeButtonMessages.now({ liked, count })}</output>
    </>
  )
}

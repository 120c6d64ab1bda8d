import { Link } from 'react-router'
import type { Comment } from '#contract/engagement/comments.ts'
import { splitTextAtMentions } from '#contract/engagement/mentions.ts'
import { pagePaths } from '#web/paths.ts'
import { seekWatchPageVideo } from '#web/player/seek-watch-page-video.ts'
import { TextWithTimecodes } from '#web/ui/formatting/text-with-timecodes.tsx'

interface Props {
  comment: Pick<Comment, 'body' | 'mentions'>
  /** The length of the video in seconds, or null if it is unknown. */
  duration: number | null
}

/**
 * Shows the text of a comment. Mentions link to people's profiles and always show the current username. A
 * timestamp in a comment links to that position in the video.
 */
export function CommentText({ comment: { body, mentions }, duration }: Props) {
  const usernames = new Map(mentions.map(({ name, username }) => [name, username]))
  return splitTextAtMentions(body, new Set(usernames.keys())).map(({ text, name }, index) => {
    const username = name && usernames.get(name)
    return username ? (
      <Link key={index} to={pagePaths.creator(username)} className="link">
        @{username}
      </Link>
    ) : (
      <TextWithTimecodes key={index} text={text} duration={duration} onSeek={seekWatchPageVideo} />
    )
  })
}

import { useEffect } from 'react'
import { describeMedia } from '../core/media-session.ts'
import type { PlayerProps } from './props.ts'
import { usePlayer } from './use-player.ts'

/** What the lock screen and the media keys show. */
export function MediaInfo({ title, by, poster }: PlayerProps) {
  const player = usePlayer()
  useEffect(() => describeMedia(player, { title, by, poster }), [player, title, by, poster])
  return null
}

import { useEffect } from 'react'
import { registerMediaSession } from '../core/media-session.ts'
import type { PlayerProps } from './player-props.ts'
import { usePlayer } from './use-player.ts'

/** Passes the metadata of the video to the lock screen and the media keys. */
export function MediaSessionInfo({ title, by, poster }: PlayerProps) {
  const player = usePlayer()
  useEffect(() => registerMediaSession(player, { title, by, poster }), [player, title, by, poster])
  return null
}

import type { PlayableItem } from '#server/playback/playback-access.ts'

/** A request for the media of a broadcast that the viewer may watch. */
export interface LiveMediaContext {
  item: PlayableItem
  request: Request
  /** Whether the viewer gets parts without the delay: the creator and staff. */
  isPreview: boolean
}

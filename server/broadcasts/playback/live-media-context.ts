import type { PlayableItem } from '#server/playback/playback-access.ts'

/** A request for the media of a broadcast that the viewer may watch. */
export interface LiveMediaContext {
  item: PlayableItem
  request: Request
  /** Whether the viewer can load parts without the delay: true for the creator and staff. */
  isPreview: boolean
}

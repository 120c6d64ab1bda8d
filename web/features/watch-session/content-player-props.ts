import type { Content } from '#contract/content/content.ts'
import type { PlayerProps } from '#web/player/player.tsx'

/** An item as props for the player. Only for items with a stream. */
export function toPlayerProps(item: Content): PlayerProps {
  return {
    src: item.stream_url ?? '',
    title: item.title,
    by: item.creator.display_name,
    poster: item.cover_url,
    width: item.width,
    height: item.height,
    duration: item.duration_seconds,
    loudness: item.loudness_lufs,
    storyboardUrl: item.storyboard_url,
  }
}

/** The start time from a link, for example `?t=42`. */
export function parseStartTime(search: string): number | undefined {
  const second = Number.parseFloat(new URLSearchParams(search).get('t') ?? '')
  return second > 0 ? second : undefined
}

/**
 * True if the page was reached by a click within the site, so that the video may autoplay; on a page opened
 * directly, nothing plays or loads before the viewer asks.
 */
export function hasUserActivation(): boolean {
  return typeof navigator !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? false)
}

import type { Content } from '#contract/content/content.ts'
import type { PlayerProps } from '#web/player/player.tsx'

/** An item as the player wants it. Only for items that have a stream. */
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

/** Where a link says to begin: `?t=42`. */
export function parseStartTime(search: string): number | undefined {
  const second = Number.parseFloat(new URLSearchParams(search).get('t') ?? '')
  return second > 0 ? second : undefined
}

/**
 * Plays by itself where somebody came by a click of their own within the site; on a page opened cold nothing moves or is
 * fetched before they ask for it.
 */
export function hasUserActivation(): boolean {
  return typeof navigator !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? false)
}

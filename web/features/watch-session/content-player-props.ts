import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { Chapter } from '#contract/content/chapters.ts'
import type { Content } from '#contract/content/content.ts'
import type { PlayerProps } from '#web/player/player.tsx'

/** Converts a video to the props of the player. Call this function only for a video that has a stream. */
export function toPlayerProps(
  item: Content & { chapters?: Chapter[]; captions?: CaptionTrack[] },
): PlayerProps {
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
    chapters: item.chapters,
    captions: item.captions,
    reportsQuality: true,
  }
}

/** Parses the start time, in seconds, from the query string of a link, for example `?t=42`. */
export function parseStartTime(search: string): number | undefined {
  const second = Number.parseFloat(new URLSearchParams(search).get('t') ?? '')
  return second >= 0 ? second : undefined
}

/**
 * Returns true if the viewer came to this page through a link on this site, so the video can autoplay. If the
 * viewer opened the page directly, nothing is loaded or played until the viewer starts the video.
 */
export function canAutoplay(): boolean {
  return typeof navigator !== 'undefined' && (navigator.userActivation?.hasBeenActive ?? false)
}

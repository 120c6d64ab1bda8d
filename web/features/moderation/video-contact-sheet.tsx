import { useEffect, useState } from 'react'
import { parseStoryboard, type StoryboardTile } from '#web/player/core/storyboard.ts'
import { formatDuration, formatSpokenDuration } from '#web/ui/formatting/format-duration.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'

const maxTiles = 24

/** Shows an overview of a video: storyboard frames that are spread over the video's length. */
export function VideoContactSheet({ src }: { src: string }) {
  const [tiles, setTiles] = useState<StoryboardTile[]>([])
  useEffect(() => {
    const abortController = new AbortController()
    fetch(src, { signal: abortController.signal })
      .then(
        async (response) =>
          response.ok && setTiles(sampleTiles(parseStoryboard(await response.text(), response.url))),
      )
      // Ignore the error, because moderators can decide the case without the storyboard.
      .catch(() => undefined)
    return () => abortController.abort()
  }, [src])
  if (tiles.length === 0) return null
  return (
    <figure>
      <figcaption className="text-15 text-quiet">{moderationConsoleMessages.sheet}</figcaption>
      <ul className="mod-sheet">
        {tiles.map(({ start, url, x, y, width, height }) => (
          <li key={start}>
            <span
              aria-hidden="true"
              className="mod-blurred mod-frame"
              style={{
                aspectRatio: `${width} / ${height}`,
                width,
                background: `url("${url}") -${x}px -${y}px`,
              }}
            />
            <span aria-hidden="true">{formatDuration(start)}</span>
            <span className="sr-only">
              {moderationConsoleMessages.frameAt({ clock: formatSpokenDuration(start) })}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function sampleTiles(tiles: StoryboardTile[]): StoryboardTile[] {
  const step = Math.max(1, tiles.length / maxTiles)
  return Array.from({ length: Math.min(maxTiles, tiles.length) }, (_, at) => tiles[Math.floor(at * step)]!)
}

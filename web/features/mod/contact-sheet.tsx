import { useEffect, useState } from 'react'
import { parseStoryboard, type Tile } from '#web/player/core/storyboard.ts'
import { clock, spokenClock } from '#web/ui/clock.ts'
import { words } from '#web/words/mod.ts'

const most = 24

/** The video at a glance: pictures of its storyboard, spread over its length. */
export function ContactSheet({ src }: { src: string }) {
  const [tiles, setTiles] = useState<Tile[]>([])
  useEffect(() => {
    const left = new AbortController()
    fetch(src, { signal: left.signal })
      .then(async (answer) => answer.ok && setTiles(spread(parseStoryboard(await answer.text(), answer.url))))
      // Without it the case can be decided all the same.
      .catch(() => undefined)
    return () => left.abort()
  }, [src])
  if (tiles.length === 0) return null
  return (
    <figure>
      <figcaption className="text-15 text-quiet">{words.sheet}</figcaption>
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
            <span aria-hidden="true">{clock(start)}</span>
            <span className="sr-only">{words.frameAt(spokenClock(start))}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function spread(tiles: Tile[]): Tile[] {
  const step = Math.max(1, tiles.length / most)
  return Array.from({ length: Math.min(most, tiles.length) }, (_, at) => tiles[Math.floor(at * step)]!)
}

import { useEffect, useState } from 'react'
import { parseStoryboard, type Tile, tileAt } from '../core/storyboard.ts'

const shownWidth = 168

/** The picture at a second of the video. The storyboard is fetched when somebody first points at the bar. */
export function Thumbnail({ url, time }: { url: string; time: number }) {
  const tiles = useStoryboard(url)
  const tile = tileAt(tiles, time)
  if (!tile) return null
  const scale = shownWidth / Math.max(tile.width, tile.height * 0.9)
  return (
    <span className="thumbnail" style={{ width: tile.width * scale, height: tile.height * scale }}>
      <span
        style={{
          width: tile.width,
          height: tile.height,
          transform: `scale(${scale})`,
          background: `url("${tile.url}") -${tile.x}px -${tile.y}px`,
        }}
      />
    </span>
  )
}

const fetched = new Map<string, Promise<Tile[]>>()

function useStoryboard(url: string) {
  const [tiles, setTiles] = useState<Tile[]>([])
  useEffect(() => {
    let wanted = true
    if (!fetched.has(url)) fetched.set(url, load(url))
    void fetched.get(url)!.then((all) => wanted && setTiles(all))
    return () => {
      wanted = false
    }
  }, [url])
  return tiles
}

/** Without a storyboard there is still the time. */
async function load(url: string): Promise<Tile[]> {
  try {
    const answer = await fetch(url)
    return answer.ok ? parseStoryboard(await answer.text(), new URL(url, location.href).href) : []
  } catch {
    return []
  }
}

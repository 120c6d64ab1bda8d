import { useEffect, useState } from 'react'
import { parseStoryboard, type StoryboardTile, findTileAt } from '../core/storyboard.ts'

const shownWidth = 168

/**
 * Shows the thumbnail for a position in the video. The storyboard is loaded when the viewer first hovers over
 * the seek bar.
 */
export function StoryboardThumbnail({ url, time }: { url: string; time: number }) {
  const tiles = useStoryboard(url)
  const tile = findTileAt(tiles, time)
  if (!tile) return null
  const scale = shownWidth / Math.max(tile.width, tile.height * 0.9)
  return (
    <span className="thumbnail" style={{ width: tile.width * scale, height: tile.height * scale }}>
      <StoryboardTileImage tile={tile} scale={scale} />
    </span>
  )
}

export function StoryboardTileImage({ tile, scale }: { tile: StoryboardTile; scale: number }) {
  return (
    <span
      style={{
        width: tile.width,
        height: tile.height,
        transform: `scale(${scale})`,
        background: `url("${tile.url}") -${tile.x}px -${tile.y}px`,
      }}
    />
  )
}

const storyboardCache = new Map<string, Promise<StoryboardTile[]>>()

export function useStoryboard(url: string) {
  const [tiles, setTiles] = useState<StoryboardTile[]>([])
  useEffect(() => {
    let isMounted = true
    if (!storyboardCache.has(url)) storyboardCache.set(url, fetchStoryboard(url))
    void storyboardCache.get(url)!.then((all) => isMounted && setTiles(all))
    return () => {
      isMounted = false
    }
  }, [url])
  return tiles
}

/** Without a storyboard, the seek bar still shows the time. */
async function fetchStoryboard(url: string): Promise<StoryboardTile[]> {
  try {
    const response = await fetch(url)
    return response.ok ? parseStoryboard(await response.text(), new URL(url, location.href).href) : []
  } catch {
    return []
  }
}

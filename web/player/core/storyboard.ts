/** One tile of a storyboard: the part of a sprite image that shows a range of seconds. */
export type StoryboardTile = {
  start: number
  end: number
  url: string
  x: number
  y: number
  width: number
  height: number
}

/**
 * Parses a storyboard, which is a WebVTT file whose cues have the form `sheet.webp#xywh=x,y,w,h` (Media
 * Fragments, in pixels). URLs in a cue are relative to the WebVTT file. Cues that do not refer to a rectangle
 * in an image are skipped.
 */
export function parseStoryboard(vtt: string, base: string): StoryboardTile[] {
  return vtt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => parseCue(block, base) ?? [])
}

function parseCue(block: string, base: string): StoryboardTile | null {
  const times = /([\d:.]+)\s+-->\s+([\d:.]+)[^\n]*\n(.+)/.exec(block)
  const match = /^(.*)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/.exec(times?.[3]?.trim() ?? '')
  if (!times || !match) return null
  const [x, y, width, height] = match.slice(2).map(Number) as [number, number, number, number]
  return {
    start: parseTimestamp(times[1]!),
    end: parseTimestamp(times[2]!),
    url: new URL(match[1]!, base).href,
    x,
    y,
    width,
    height,
  }
}

const parseTimestamp = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

export function findTileAt(tiles: StoryboardTile[], time: number): StoryboardTile | undefined {
  return tiles.find((each) => time < each.end) ?? tiles.at(-1)
}

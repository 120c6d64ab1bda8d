import { Hls, Level, M3U8Parser } from 'hls.js/light'

/** What hls.js keeps to itself of its list of levels, in 1.7.4. */
type LevelController = { currentLevelIndex: number; manualLevelIndex: number; currentLevel: Level | null }

/**
 * Reads the master playlist again and adds the renditions that have appeared since, while playing goes on.
 *
 * hls.js can only load a manifest from the start, which empties the buffer and shows. But it tells its own parts of a changed
 * list by the public event LEVELS_UPDATED (that is how it drops broken levels), so a longer list goes the same way. The list
 * must rise in quality, and levels are known by their index, so a rendition arriving below the one on screen moves the index
 * of everything that remembers it: the fragments, as hls.js does itself, and two numbers in its level controller.
 */
export async function addLevels(hls: Hls, url: string) {
  const answer = await fetch(url, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`master playlist: ${answer.status}`)
  const address = new URL(answer.url || url, location.href).href
  const parsed = M3U8Parser.parseMasterPlaylist(await answer.text(), address)
  const have = new Set(hls.levels.map((level) => level.uri))
  const fresh = parsed.levels.filter((level) => !have.has(level.url)).map((level) => new Level(level))
  if (fresh.length) adopt(hls, [...hls.levels, ...fresh].toSorted(rising))
}

const rising = (a: Level, b: Level) => a.height - b.height || a.bitrate - b.bitrate

function adopt(hls: Hls, levels: Level[]) {
  const before = hls.levels
  const moved = (index: number) => (index < 0 ? index : levels.indexOf(before[index]!))
  levels.forEach((level, index) => renumber(level, index))
  const controller = (hls as unknown as { levelController: LevelController }).levelController
  controller.currentLevelIndex = moved(controller.currentLevelIndex)
  controller.manualLevelIndex = moved(controller.manualLevelIndex)
  hls.trigger(Hls.Events.LEVELS_UPDATED, { levels })
}

function renumber(level: Level, index: number) {
  for (const fragment of level.details?.fragments ?? []) {
    fragment.level = index
    if (fragment.initSegment) fragment.initSegment.level = index
  }
}

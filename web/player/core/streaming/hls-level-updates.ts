import { Hls, Level, M3U8Parser } from 'hls.js/light'

/**
 * Reads the master playlist again and adds the renditions that have appeared since, while playing goes on.
 *
 * hls.js can only load a manifest from the start, which empties the buffer and shows. But it tells its own parts of a changed
 * list by the public event LEVELS_UPDATED (that is how it drops broken levels), so a longer list goes the same way. The list
 * must rise in quality, and a level is known by its index. A rendition that arrives below the one on screen therefore moves
 * the indexes that others remember, which are hls.js's own affair: hence the pinned version, and a browser test of growth from
 * below and from above.
 */
export async function addNewHlsLevels(hls: Hls, url: string): Promise<boolean> {
  const answer = await fetch(url, { cache: 'no-cache' })
  if (!answer.ok) throw new Error(`master playlist: ${answer.status}`)
  const address = new URL(answer.url || url, location.href).href
  const parsed = M3U8Parser.parseMasterPlaylist(await answer.text(), address)
  const have = new Set(hls.levels.map((level) => level.uri))
  // hls.js itself leaves out what is only sound where there is a picture.
  const seen = parsed.levels.filter(({ width, height }) => width && height)
  const fresh = seen.filter((level) => !have.has(level.url)).map((level) => new Level(level))
  if (!fresh.length || !have.size) return false
  replaceLevels(hls, [...hls.levels, ...fresh].toSorted(byHeightAndBitrate))
  return true
}

const byHeightAndBitrate = (a: Level, b: Level) => a.height - b.height || a.bitrate - b.bitrate

/** What remembers levels by index inside hls.js 1.7.4. */
type HlsInternals = {
  levelController: { currentLevelIndex: number; manualLevelIndex: number }
  streamController: { level: number; fragmentTracker: { fragments: Record<string, TrackedFragment> } }
}
type TrackedFragment = { body: { type: string; level: number; sn: number | string } }

function replaceLevels(hls: Hls, levels: Level[]) {
  const before = hls.levels
  const moved = (index: number) => (index < 0 ? index : levels.indexOf(before[index]!))
  const { levelController, streamController } = hls as unknown as HlsInternals
  levels.forEach(updateLevelIndex)
  levelController.currentLevelIndex = moved(levelController.currentLevelIndex)
  levelController.manualLevelIndex = moved(levelController.manualLevelIndex)
  streamController.level = moved(streamController.level)
  reindexFragments(streamController.fragmentTracker)
  hls.trigger(Hls.Events.LEVELS_UPDATED, { levels })
}

function updateLevelIndex(level: Level, index: number) {
  for (const fragment of level.details?.fragments ?? []) {
    fragment.level = index
    if (fragment.initSegment) fragment.initSegment.level = index
  }
}

/** What is buffered is filed under "type_level_number"; under an old number a new level would seem to be loaded already. */
function reindexFragments(tracker: HlsInternals['streamController']['fragmentTracker']) {
  const entries = Object.values(tracker.fragments).map((entry) => {
    const { type, level, sn } = entry.body
    return [`${type}_${level}_${sn}`, entry] as const
  })
  tracker.fragments = Object.assign(Object.create(null), Object.fromEntries(entries))
}

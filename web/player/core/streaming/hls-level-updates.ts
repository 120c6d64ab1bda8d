import { Hls, Level, M3U8Parser } from 'hls.js/light'

/**
 * Reloads the master playlist and adds new renditions without interrupting playback.
 *
 * hls.js can only load a manifest from scratch, which empties the buffer and visibly interrupts playback.
 * However, when hls.js drops a broken level, it tells its own components about the new list of levels with
 * the public event LEVELS_UPDATED. This function triggers LEVELS_UPDATED with a list that contains the added
 * levels. The list of levels must be sorted by quality, and hls.js identifies levels by their index. A
 * rendition that is added below the current rendition shifts the indexes that hls.js stores internally.
 * Because this function changes internals of hls.js, the version of hls.js is pinned, and a browser test adds
 * renditions below and above the current rendition.
 */
export async function addNewHlsLevels(hls: Hls, url: string): Promise<boolean> {
  const response = await fetch(url, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`master playlist: ${response.status}`)
  const address = new URL(response.url || url, location.href).href
  const parsed = M3U8Parser.parseMasterPlaylist(await response.text(), address)
  const have = new Set(hls.levels.map((level) => level.uri))
  // Ignore audio-only levels, because hls.js itself drops them from a playlist with video.
  // Also ignore codecs that are not playing, because hls.js does not switch between codecs on its own.
  const codecs = new Set(hls.levels.map(getVideoCodecName))
  const videoLevels = parsed.levels.filter(
    (level) => level.width && level.height && codecs.has(getVideoCodecName(level)),
  )
  const fresh = videoLevels.filter((level) => !have.has(level.url)).map((level) => new Level(level))
  if (!fresh.length || !have.size) return false
  replaceLevels(hls, [...hls.levels, ...fresh].toSorted(byQuality))
  return true
}

function getVideoCodecName({ videoCodec }: { videoCodec?: string | undefined }) {
  return videoCodec?.slice(0, 4) ?? 'avc1'
}

const isAv1 = (level: Level) => getVideoCodecName(level) === 'av01'

/** Like hls.js, sorts AV1 after H.264 of the same height, although its bitrate is lower. */
const byQuality = (a: Level, b: Level) =>
  a.height - b.height || Number(isAv1(a)) - Number(isAv1(b)) || a.bitrate - b.bitrate

/** The internal fields of hls.js 1.7.4 that store level indexes. */
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

/**
 * Updates the keys of buffered fragments, which have the form "type_level_number". If the key of a fragment
 * kept the old level index, hls.js would treat the new level at that index as already loaded.
 */
function reindexFragments(tracker: HlsInternals['streamController']['fragmentTracker']) {
  const entries = Object.values(tracker.fragments).map((entry) => {
    const { type, level, sn } = entry.body
    return [`${type}_${level}_${sn}`, entry] as const
  })
  tracker.fragments = Object.assign(Object.create(null), Object.fromEntries(entries))
}

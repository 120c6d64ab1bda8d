import { Hls, type HlsConfig, type MediaAttachingData, type PlaylistLevelType } from 'hls.js/light'
import { fillBufferFirst } from './adaptation/buffer-safety.ts'
import { continueAfterLevelSwitch } from './adaptation/hls-level-switch.ts'
import type { RunningMediaSource } from '../early-start/early-start.ts'
import { HlsPrefetchLoader } from './hls-prefetch-loader.ts'
import { createHlsPlaylistLoader } from './av1/hls-playlist-loader.ts'
import { addNewHlsLevels } from './hls-level-updates.ts'
import { closeWhenCutOff, limitSeekingToLiveEdge } from './hls-live-edge.ts'
import { lowerQualityWhenFramesDrop } from './adaptation/frame-drops.ts'
import { estimateBandwidth, recordBandwidth } from './bandwidth.ts'
import {
  sortHeightsDescending,
  findHighestLevelUpToHeight,
  type QualityChoice,
  dataSaverMaxHeight,
  getShorterVideoSide,
} from '../quality.ts'
import type { StreamStartOptions, PlaybackStream, PlaybackStreamListener } from './playback-stream-types.ts'
import { skipToLiveEdgeAtStart } from './live-edge-skip.ts'
import { readVideoTimescale } from './video-timescale.ts'
import { createHlsErrorHandler, createMediaErrorRecovery } from './hls-error-recovery.ts'

const config: Partial<HlsConfig> = {
  // hls.js loads its worker from a blob: URL, which a strict Content-Security-Policy blocks. The worker is
  // not needed anyway, because fMP4 requires no transmuxing.
  enableWorker: false,
  loader: HlsPrefetchLoader,
  capLevelToPlayerSize: true,
  // Loads the first segment while hls.js is still being attached to the video element.
  startFragPrefetch: true,
  maxBufferLength: 30,
  // By default, hls.js buffers ten minutes of a small rendition. Such a large buffer wastes mobile data, and
  // viewers could keep watching for minutes after they have lost access to the video.
  maxMaxBufferLength: 60,
  backBufferLength: 30,
  // If a viewer falls behind in a broadcast, play faster until they have caught up.
  maxLiveSyncPlaybackRate: 1.5,
  liveSyncOnStallIncrease: 0.2,
}

/** The bandwidth, in bits per second, that the player assumes until the speed of the connection is known. */
const defaultBandwidth = 500_000

export function openHlsStream(
  video: HTMLVideoElement,
  url: string,
  { startAt, startRendition, running }: StreamStartOptions,
  listener: PlaybackStreamListener,
): PlaybackStream {
  const abrEwmaDefaultEstimate = estimateBandwidth() ?? defaultBandwidth
  let startPlaylist = startRendition[0]
  const pLoader = createHlsPlaylistLoader(startAt, (playlist) => (startPlaylist = playlist)) as never
  const hls = new Hls({
    ...config,
    pLoader,
    abrEwmaDefaultEstimate,
    startPosition: startAt || -1,
    autoStartLoad: !running,
  })
  const heights = () => hls.levels.map(getShorterVideoSide)
  const tellQualities = () => listener.qualities(sortHeightsDescending(heights()))
  hls.on(Hls.Events.MANIFEST_PARSED, tellQualities)
  hls.on(Hls.Events.LEVELS_UPDATED, tellQualities)
  hls.on(Hls.Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = heights()[level]
    if (height) listener.playing(height)
  })
  const recover = createMediaErrorRecovery(hls)
  hls.on(Hls.Events.FRAG_BUFFERED, () => recordBandwidth(hls.bandwidthEstimate))
  hls.on(Hls.Events.ERROR, createHlsErrorHandler(hls, url, listener, recover))
  if (!startAt) skipToLiveEdgeAtStart(hls, video)
  limitSeekingToLiveEdge(hls, video)
  closeWhenCutOff(hls, video)
  lowerQualityWhenFramesDrop(hls, video)
  fillBufferFirst(hls)
  continueAfterLevelSwitch(hls)
  hls.loadSource(url)
  hls.attachMedia(running ? toAttachingData(video, running) : video)

  let chosen: QualityChoice = 'auto'
  const choose = (choice: QualityChoice) => {
    // Do nothing if the quality is unchanged, because setting the same quality again would restart loading.
    if (choice === chosen) return
    chosen = choice
    applyQualityChoice(hls, heights(), choice)
  }
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    if (chosen !== 'auto') applyQualityChoice(hls, heights(), chosen)
    if (hls.autoLevelEnabled) setStartLevel(hls, startPlaylist)
    if (running) continueLoading(hls, video, running)
  })
  return {
    choose,
    async reload() {
      // Drop the video that was buffered in the old quality. Otherwise a short video that is fully buffered
      // would play to its end in the old quality.
      if (!(await addNewHlsLevels(hls, url))) return
      applyQualityChoice(hls, heights(), chosen)
      if (hls.autoLevelEnabled) hls.nextLevel = -1
    },
    frameRate: () => hls.levels[hls.currentLevel]?.frameRate || undefined,
    recover,
    close: () => hls.destroy(),
  }
}

/** Sums of segment durations can differ by rounding. */
const segmentToleranceSeconds = 0.001

/**
 * Starts loading with the segment after the buffered ones, without seeking to it. hls.js 1.7.4 sets its internal
 * positions to 0 when it has loaded the playlist, which is just before it chooses the first segment. After it has
 * attached the video, a position beyond the current time would look like a seek backwards.
 *
 * hls.js would also shift all timestamps, so that the sound of its first segment, which starts up to 0.05 s before the
 * segment, starts at the beginning of the segment. This would leave a gap after the buffered segments.
 */
function continueLoading(hls: Hls, video: HTMLVideoElement, { end, init }: RunningMediaSource): void {
  const { streamController } = hls as unknown as { streamController: HlsPositions }
  hls.once(Hls.Events.LEVEL_UPDATED, () => {
    streamController.nextLoadPosition = streamController.lastCurrentTime = end + segmentToleranceSeconds
    streamController.initPTS[0] = { baseTime: 0, timescale: readVideoTimescale(init), trackId: -1 }
  })
  hls.once(Hls.Events.MEDIA_ATTACHED, () => (streamController.lastCurrentTime = video.currentTime))
  hls.startLoad(end, true)
}

/**
 * The internal fields of hls.js 1.7.4 that store where it loads next, where the video was last, and how it shifts the
 * timestamps of the first continuous part of the video.
 */
type HlsPositions = {
  nextLoadPosition: number
  lastCurrentTime: number
  initPTS: { baseTime: number; timescale: number; trackId: number }[]
}

/** Describes a media source whose single buffer contains all tracks of the stream, so that hls.js continues it. */
function toAttachingData(
  media: HTMLVideoElement,
  { mediaSource, buffer, codecs }: RunningMediaSource,
): MediaAttachingData {
  const name = codecs.includes('mp4a') ? 'audiovideo' : 'video'
  const track = {
    id: 'main' as PlaylistLevelType,
    container: 'video/mp4',
    codec: codecs,
    buffer,
    listeners: [],
  }
  return { media, mediaSource, tracks: { [name]: track } }
}

/**
 * Starts with the rendition that was prefetched. hls.js chooses later renditions based on how fast the first
 * rendition was loaded.
 */
function setStartLevel(hls: Hls, playlist: string | undefined) {
  const at = hls.levels.findIndex(({ uri }) => playlist && uri === new URL(playlist, location.href).href)
  if (at >= 0) hls.startLevel = at
}

/**
 * Switches to the new quality as soon as it is loaded. Setting `nextLevel` discards buffered video that is
 * not on screen yet.
 */
function applyQualityChoice(hls: Hls, levels: number[], choice: QualityChoice) {
  hls.capLevelToPlayerSize = choice === 'auto'
  hls.autoLevelCapping = choice === 'saver' ? findHighestLevelUpToHeight(levels, dataSaverMaxHeight) : -1
  const level = typeof choice === 'number' ? findHighestLevelUpToHeight(levels, choice) : -1
  if (level !== hls.loadLevel || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
}

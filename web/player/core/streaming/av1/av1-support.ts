/** The length of the shorter side of the largest AV1 rendition, and of the largest rendition in any codec. */
export type Av1Heights = { av1: number; video: number }

/** Software can decode AV1 up to this size on any current device. Larger videos would drain the battery. */
const maxSoftwareHeight = 720

let isPowerEfficient = false
let check: Promise<void> | undefined

/** Finds out whether this device decodes AV1 in hardware. `canUseAv1` uses the result. */
export function checkAv1Support(): Promise<void> {
  return (check ??= decodesEfficiently().then(
    (result) => void (isPowerEfficient = result),
    () => {},
  ))
}

async function decodesEfficiently(): Promise<boolean> {
  const video = { contentType, width: 1920, height: 1080, bitrate: 3e6, framerate: 60 }
  const info = await navigator.mediaCapabilities.decodingInfo({ type: 'media-source', video })
  return info.supported && info.powerEfficient
}

const contentType = 'video/mp4; codecs="av01.0.09M.08"'

let hasFailed = false

/** Remembers that this browser could not decode an AV1 video, so that other videos in this tab use H.264. */
export function disableAv1(): void {
  hasFailed = true
}

/**
 * Returns whether to play the AV1 renditions of a video. hls.js does not switch between codecs on its own, so
 * AV1 is not used if it would limit the quality on this screen.
 */
export function canUseAv1({ av1, video }: Av1Heights): boolean {
  const { MediaSource: Source, ManagedMediaSource: ManagedSource } = globalThis as {
    MediaSource?: typeof MediaSource
    ManagedMediaSource?: typeof MediaSource
  }
  if (hasFailed || !(Source ?? ManagedSource)?.isTypeSupported(contentType)) return false
  const screenHeight = Math.min(screen.width, screen.height) * devicePixelRatio
  return av1 >= Math.min(video, screenHeight) && (isPowerEfficient || video <= maxSoftwareHeight)
}

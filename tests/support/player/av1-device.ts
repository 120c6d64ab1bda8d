/**
 * Describes a device to this process. Returns the global variables to assign. `screenHeight` is the shorter side, in
 * pixels.
 */
export function createDevice({
  isSupported = true,
  isPowerEfficient = false,
  screenHeight = 1080,
}: { isSupported?: boolean; isPowerEfficient?: boolean; screenHeight?: number } = {}) {
  const decodingInfo = async () => ({
    supported: isSupported,
    smooth: true,
    powerEfficient: isPowerEfficient,
  })
  Object.defineProperty(navigator, 'mediaCapabilities', { value: { decodingInfo }, configurable: true })
  return {
    MediaSource: { isTypeSupported: () => isSupported },
    screen: { width: 2 * screenHeight, height: screenHeight },
    devicePixelRatio: 1,
  }
}

export const masterPlaylistAddress = 'https://example.org/media/p1/master.m3u8'

/** Builds a master playlist with H.264 and AV1 renditions of these heights. */
export function buildPlaylistWithAv1(h264: readonly number[], av1: readonly number[]): string {
  const variant = (codec: string, height: number) =>
    `#EXT-X-STREAM-INF:BANDWIDTH=${height * 1000},CODECS="${codec},mp4a.40.2",RESOLUTION=${height * 2}x${height}\n`
  const lines = [
    ...h264.map((height) => `${variant('avc1.64001f', height)}1/${height}p/index.m3u8`),
    ...av1.map((height) => `${variant('av01.0.08M.08', height)}1/${height}p-av1-1/index.m3u8`),
  ]
  return ['#EXTM3U', '#EXT-X-VERSION:7', ...lines, ''].join('\n')
}

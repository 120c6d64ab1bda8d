import { isAllowedAdUrl } from './vast-tracking.ts'

/** A media file of a linear ad, as described in the VAST document. */
export interface VastMediaFile {
  fileURL: string | null
  deliveryType: string | null
  mimeType: string | null
  codec: string | null
  apiFramework: string | null
  bitrate: number
  width: number
  height: number
}

/** A bitrate that most connections can stream without stalling, in kbit/s. */
const preferredBitrate = 2500

/**
 * Chooses the media file of an ad for a player of the given height in physical pixels. Prefers the smallest
 * playable progressive file that is at least as tall as the player. If no file is tall enough, prefers the
 * tallest file. Among files of equal height, prefers the one closest to the preferred bitrate.
 */
export function chooseMediaFile(
  files: readonly VastMediaFile[],
  stageHeight: number,
  canPlay: (type: string) => boolean,
): (VastMediaFile & { fileURL: string }) | undefined {
  const playable = files.filter((file): file is VastMediaFile & { fileURL: string } =>
    isPlayable(file, canPlay),
  )
  const heightDifference = ({ height }: VastMediaFile) =>
    height >= stageHeight ? height - stageHeight : 1e6 + stageHeight - height
  const bitrateDifference = ({ bitrate }: VastMediaFile) => Math.abs(bitrate - preferredBitrate)
  return playable.toSorted(
    (one, other) =>
      heightDifference(one) - heightDifference(other) || bitrateDifference(one) - bitrateDifference(other),
  )[0]
}

function isPlayable(file: VastMediaFile, canPlay: (type: string) => boolean): boolean {
  const { fileURL, deliveryType, mimeType, codec, apiFramework } = file
  if (!fileURL || !isAllowedAdUrl(fileURL) || apiFramework) return false
  if (deliveryType && deliveryType !== 'progressive') return false
  if (mimeType !== 'video/mp4' && mimeType !== 'video/webm') return false
  // Many ads use informal codec names such as "H.264", so do not reject a file because of such a name.
  return canPlay(
    codec?.includes('.') && /^(avc1|vp0?[89]|av01|mp4a|hvc1|hev1)/.test(codec)
      ? `${mimeType}; codecs="${codec}"`
      : mimeType,
  )
}

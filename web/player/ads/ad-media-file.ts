import { isAllowedAdUrl } from './vast-tracking.ts'

/** A file of a linear ad, as the VAST document has it. */
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

/** kbit/s that most connections carry without a stop. */
const preferredBitrate = 2500

/**
 * The file that fits a stage of this height (in real pixels) best: one that browsers play from a plain address, as tall as the
 * stage or the next above, else the tallest; of equals the one nearest to what connections carry easily.
 */
export function chooseMediaFile(
  files: readonly VastMediaFile[],
  stageHeight: number,
  canPlay: (type: string) => boolean,
): (VastMediaFile & { fileURL: string }) | undefined {
  const playable = files.filter((file): file is VastMediaFile & { fileURL: string } =>
    isPlayable(file, canPlay),
  )
  const misfit = ({ height }: VastMediaFile) =>
    height >= stageHeight ? height - stageHeight : 1e6 + stageHeight - height
  const strain = ({ bitrate }: VastMediaFile) => Math.abs(bitrate - preferredBitrate)
  return playable.toSorted((one, other) => misfit(one) - misfit(other) || strain(one) - strain(other))[0]
}

function isPlayable(file: VastMediaFile, canPlay: (type: string) => boolean): boolean {
  const { fileURL, deliveryType, mimeType, codec, apiFramework } = file
  if (!fileURL || !isAllowedAdUrl(fileURL) || apiFramework) return false
  if (deliveryType && deliveryType !== 'progressive') return false
  if (mimeType !== 'video/mp4' && mimeType !== 'video/webm') return false
  // Many name codecs in words of their own ("H.264"): those are no reason to refuse.
  return canPlay(
    codec?.includes('.') && /^(avc1|vp0?[89]|av01|mp4a|hvc1|hev1)/.test(codec)
      ? `${mimeType}; codecs="${codec}"`
      : mimeType,
  )
}

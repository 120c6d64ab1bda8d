import { mayAsk } from './send.ts'

/** A file of a linear ad, as the VAST document has it. */
export interface MediaFile {
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
const easyBitrate = 2500

/**
 * The file that fits a stage of this height (in real pixels) best: one that browsers play from a plain address, as tall as the
 * stage or the next above, else the tallest; of equals the one nearest to what connections carry easily.
 */
export function bestFile(
  files: readonly MediaFile[],
  stageHeight: number,
  canPlay: (type: string) => boolean,
): (MediaFile & { fileURL: string }) | undefined {
  const playable = files.filter((file): file is MediaFile & { fileURL: string } => isPlayable(file, canPlay))
  const misfit = ({ height }: MediaFile) =>
    height >= stageHeight ? height - stageHeight : 1e6 + stageHeight - height
  const strain = ({ bitrate }: MediaFile) => Math.abs(bitrate - easyBitrate)
  return playable.toSorted((one, other) => misfit(one) - misfit(other) || strain(one) - strain(other))[0]
}

function isPlayable(file: MediaFile, canPlay: (type: string) => boolean): boolean {
  const { fileURL, deliveryType, mimeType, codec, apiFramework } = file
  if (!fileURL || !mayAsk(fileURL) || apiFramework) return false
  if (deliveryType && deliveryType !== 'progressive') return false
  if (mimeType !== 'video/mp4' && mimeType !== 'video/webm') return false
  // Many name codecs in words of their own ("H.264"): those are no reason to refuse.
  return canPlay(
    codec?.includes('.') && /^(avc1|vp0?[89]|av01|mp4a|hvc1|hev1)/.test(codec)
      ? `${mimeType}; codecs="${codec}"`
      : mimeType,
  )
}

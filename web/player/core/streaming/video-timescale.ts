/**
 * Returns the timescale of the first track in an initialization section: the number of units per second in which its
 * timestamps are stored (`mdhd`, ISO/IEC 14496-12 §8.4.2). In the files of this site, the first track is the picture.
 * Returns 1 if there is no track.
 */
export function readVideoTimescale(init: ArrayBuffer): number {
  const bytes = new Uint8Array(init)
  const name = [...'mdhd'].map((letter) => letter.charCodeAt(0))
  const at = bytes.findIndex((_, start) => name.every((code, nth) => bytes[start + nth] === code))
  if (at < 0) return 1
  // The name is followed by the version, the flags, and two times, which are twice as long in version 1.
  const isLong = bytes[at + 4] === 1
  return new DataView(init).getUint32(at + (isLong ? 24 : 16))
}

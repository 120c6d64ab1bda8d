export interface PictureSize {
  width: number
  height: number
}

const longSide = 1280
const shortSide = 720

/**
 * Returns the size of a broadcast's picture: the size of the source, scaled down to 720p. H.264 encoders need
 * an even width and height.
 */
export function choosePictureSize({
  width = longSide,
  height = shortSide,
}: Partial<PictureSize>): PictureSize {
  const scale = Math.min(1, longSide / Math.max(width, height), shortSide / Math.min(width, height))
  const toEven = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2))
  return { width: toEven(width), height: toEven(height) }
}

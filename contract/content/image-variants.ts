/**
 * The sizes of the downscaled copies of an image, for small screens. Each size is the longest side in pixels.
 * The longest side of the original is at most 1280 pixels.
 */
export const imageVariantSizes = [480, 854] as const

/** Returns the path of a downscaled copy of an image: `…/poster.webp` becomes `…/poster.480.webp`. */
export function imageVariantPath(whole: string, side: (typeof imageVariantSizes)[number]): string {
  return whole.replace(/\.webp$/, `.${side}.webp`)
}

/**
 * Returns the path of the original image, given the path of a downscaled copy. Returns other paths unchanged.
 */
export function fullSizeImagePath(path: string): string {
  return path.replace(new RegExp(String.raw`\.(?:${imageVariantSizes.join('|')})\.webp$`), '.webp')
}

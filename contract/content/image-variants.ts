/** Longest sides in pixels of the smaller image copies for small screens. The original has 1280. */
export const imageVariantSizes = [480, 854] as const

/** Returns the path of a smaller copy of an image: `…/poster.webp` becomes `…/poster.480.webp`. */
export function imageVariantPath(whole: string, side: (typeof imageVariantSizes)[number]): string {
  return whole.replace(/\.webp$/, `.${side}.webp`)
}

/** Returns the path of the original image for the path of a smaller copy. Other paths are returned unchanged. */
export function fullSizeImagePath(path: string): string {
  return path.replace(new RegExp(String.raw`\.(?:${imageVariantSizes.join('|')})\.webp$`), '.webp')
}

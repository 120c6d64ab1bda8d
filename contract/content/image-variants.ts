/** Longest sides, in pixels, in which covers, thumbnails and posters lie beside the whole one (of 1280), for small screens. */
export const imageVariantSizes = [480, 854] as const

/** Where the smaller one of a picture lies: `…/poster.webp` → `…/poster.480.webp`. */
export function imageVariantPath(whole: string, side: (typeof imageVariantSizes)[number]): string {
  return whole.replace(/\.webp$/, `.${side}.webp`)
}

/** Of which picture this is a smaller one; the picture itself when it is none. */
export function originalImagePath(path: string): string {
  return path.replace(new RegExp(String.raw`\.(?:${imageVariantSizes.join('|')})\.webp$`), '.webp')
}

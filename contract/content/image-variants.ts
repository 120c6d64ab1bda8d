/** Longest sides, in pixels, of the smaller copies made for small screens. The original has 1280. */
export const imageVariantSizes = [480, 854] as const

/** The path of a smaller copy: `…/poster.webp` → `…/poster.480.webp`. */
export function imageVariantPath(whole: string, side: (typeof imageVariantSizes)[number]): string {
  return whole.replace(/\.webp$/, `.${side}.webp`)
}

/** The path of the original of a smaller copy. Other paths are returned unchanged. */
export function originalImagePath(path: string): string {
  return path.replace(new RegExp(String.raw`\.(?:${imageVariantSizes.join('|')})\.webp$`), '.webp')
}

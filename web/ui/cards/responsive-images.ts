import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'

/** In how many sizes a picture can be had; nothing for one that is not ours, or not stored. Sides are its longest. */
export function buildImageSrcSet(address: string): string | undefined {
  if (!/^\/media\/.+\/(?:poster|(?:cover|thumbnail)\/[^/]+)\.webp$/.test(address)) return undefined
  return [
    ...imageVariantSizes.map((side) => `${imageVariantPath(address, side)} ${side}w`),
    `${address} 1280w`,
  ].join(', ')
}

/** How wide it is shown, at most and nearly. */
export const displayedImageSizes = {
  card: '(width < 560px) 62vw, 300px',
  /** Beside its text. */
  beside: '(width < 560px) 38vw, 220px',
  wide: '(width < 560px) 92vw, 620px',
} as const

/** The cards of a short row are larger (row.css). */
export function getRowImageSizes(count: number): string {
  return count <= 3 ? '(width < 560px) 62vw, (width < 900px) 300px, 660px' : displayedImageSizes.card
}

interface MediaDimensions {
  width?: number | null
  height?: number | null
}

export function isPortraitVideo({ width, height }: MediaDimensions): boolean {
  return Boolean(width && height && height > width)
}

/** The same where a film is played: an upright one is as wide as a phone, and so much longer. */
export function getPlayerImageSizes(box: MediaDimensions): string {
  return `${isPortraitVideo(box) ? '(width < 640px) 178vw, ' : ''}(width < 1100px) 100vw, 66vw`
}

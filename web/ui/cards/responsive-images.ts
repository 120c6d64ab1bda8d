import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'

/** The `srcset` of a picture stored on this site; undefined for any other. Sizes are the longer side. */
export function buildImageSrcSet(address: string): string | undefined {
  if (!/^\/media\/.+\/(?:poster|(?:cover|thumbnail)\/[^/]+)\.webp$/.test(address)) return undefined
  return [
    ...imageVariantSizes.map((side) => `${imageVariantPath(address, side)} ${side}w`),
    `${address} 1280w`,
  ].join(', ')
}

/** The `sizes` of each layout: upper bounds, close to the real width. */
export const displayedImageSizes = {
  card: '(width < 560px) 62vw, 300px',
  /** Next to its text. */
  beside: '(width < 560px) 38vw, 220px',
  wide: '(width < 560px) 92vw, 620px',
} as const

/** Short rows have larger cards (card-row.css). */
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

/** The `sizes` of a player's poster: a portrait picture is as wide as a phone, and correspondingly taller. */
export function getPlayerImageSizes(box: MediaDimensions): string {
  return `${isPortraitVideo(box) ? '(width < 640px) 178vw, ' : ''}(width < 1100px) 100vw, 66vw`
}

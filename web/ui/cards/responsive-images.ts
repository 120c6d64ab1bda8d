import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'

/**
 * Builds the `srcset` of an image stored on this site, or undefined for any other image. The sizes are those
 * of the longer side.
 */
export function buildImageSrcSet(address: string): string | undefined {
  if (!/^\/media\/.+\/(?:poster|(?:cover|thumbnail)\/[^/]+)\.webp$/.test(address)) return undefined
  return [
    ...imageVariantSizes.map((side) => `${imageVariantPath(address, side)} ${side}w`),
    `${address} 1280w`,
  ].join(', ')
}

/** The `sizes` attribute of each layout. The values are upper bounds close to the real width. */
export const displayedImageSizes = {
  card: '(width < 560px) 62vw, 300px',
  /** The `sizes` of an image next to its text. */
  sidebar: '(width < 560px) 38vw, 220px',
  wide: '(width < 560px) 92vw, 620px',
} as const

/** Returns the `sizes` of the cards in a row. Short rows have larger cards (card-row.css). */
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

/**
 * Returns the `sizes` of a player's poster. The values measure the longer side, which is 178vw for a portrait
 * image as wide as a phone.
 */
export function getPlayerImageSizes(box: MediaDimensions): string {
  return `${isPortraitVideo(box) ? '(width < 640px) 178vw, ' : ''}(width < 1100px) 100vw, 66vw`
}

import { imageVariantPath, imageVariantSizes } from '#contract/content/image-variants.ts'

/**
 * Builds the `srcset` of a poster, cover or thumbnail that is stored on this site. All other kinds of images,
 * and images on other sites, get no `srcset`. Each size in the `srcset` is the length of the image's longer
 * side.
 */
export function buildImageSrcSet(address: string): string | undefined {
  if (!/^\/media\/.+\/(?:poster|(?:cover|thumbnail)\/[^/]+)\.webp$/.test(address)) return undefined
  return [
    ...imageVariantSizes.map((side) => `${imageVariantPath(address, side)} ${side}w`),
    `${address} 1280w`,
  ].join(', ')
}

/**
 * The values of the `sizes` attribute, by layout. Each width is equal to the image's displayed width or
 * slightly larger.
 */
export const imageSizesByLayout = {
  card: '(width < 560px) 62vw, 300px',
  /** The `sizes` attribute of an image that has text next to it. */
  sidebar: '(width < 560px) 38vw, 220px',
  wide: '(width < 560px) 92vw, 620px',
} as const

/**
 * Returns the `sizes` attribute of the cards in a row. In a row with few items, the cards are larger
 * (card-row.css).
 */
export function getCardRowImageSizes(count: number): string {
  return count <= 3 ? '(width < 560px) 62vw, (width < 900px) 300px, 660px' : imageSizesByLayout.card
}

interface MediaDimensions {
  width?: number | null
  height?: number | null
}

export function isPortraitVideo({ width, height }: MediaDimensions): boolean {
  return Boolean(width && height && height > width)
}

/**
 * Returns the `sizes` attribute of the poster in a player. The widths in the attribute are lengths of the
 * poster's longer side, as in the `srcset`. For a portrait poster that is as wide as a phone, the longer side
 * is 178vw.
 */
export function getPlayerImageSizes(box: MediaDimensions): string {
  return `${isPortraitVideo(box) ? '(width < 640px) 178vw, ' : ''}(width < 1100px) 100vw, 66vw`
}

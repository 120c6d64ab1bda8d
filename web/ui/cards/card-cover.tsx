import { useState } from 'react'
import { CategoryIcon } from './category-icon.tsx'
import { formatDuration, formatSpokenDuration } from '../formatting/format-duration.ts'
import { getCategoryHue } from './category-hue.ts'
import { imageSizesByLayout, buildImageSrcSet } from './responsive-images.ts'

export type CardCoverProps = {
  title: string
  /**
   * The URL of the cover image. If there is no cover or it cannot be loaded, a placeholder in the category's
   * colour is shown.
   */
  cover?: string | null
  /** True for a portrait video, whose cover is shown in full over a blurred copy of itself. */
  portrait?: boolean
  /** The duration of the video in seconds. */
  duration?: number | null
  /** The content type or upload type, which determines the cover's colour. */
  type?: string
  /**
   * True for the main image of the page, which is loaded eagerly and with high priority. Set `priority` only
   * once per page, because several images would compete for bandwidth.
   */
  priority?: boolean
  /**
   * The `sizes` attribute of the image. Set `sizes` if the cover is displayed wider or narrower than on a
   * card.
   */
  sizes?: string
}

export function CardCover({
  title,
  cover,
  portrait,
  duration,
  type,
  priority,
  sizes = imageSizesByLayout.card,
  preview,
}: CardCoverProps & { preview?: string }) {
  const [broken, setBroken] = useState<string>()
  const picture = cover && broken !== cover ? cover : undefined
  const loading = priority ? 'eager' : 'lazy'
  // Do not set `sizes` to `auto`: when such an image is removed from the page, browsers request its largest
  // size.
  const imageProps = { srcSet: picture && buildImageSrcSet(picture), sizes }
  return (
    <>
      {!picture && <CoverPlaceholder title={title} type={type} />}
      {picture && portrait && (
        <img src={picture} {...imageProps} alt="" loading={loading} className="card-blur" />
      )}
      {picture && (
        <img
          src={picture}
          {...imageProps}
          alt=""
          width={640}
          height={360}
          loading={loading}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          className={portrait ? 'card-upright' : 'card-picture'}
          onError={() => setBroken(picture)}
        />
      )}
      {preview && <CoverPreviewVideo src={preview} portrait={portrait} />}
      {duration ? (
        <span className="card-duration">
          <span aria-hidden="true">{formatDuration(duration)}</span>
          <span className="sr-only">{formatSpokenDuration(duration)}</span>
        </span>
      ) : null}
    </>
  )
}

/**
 * Plays the preview of a video in place of the cover. The cover stays visible until the preview is playing,
 * for example while it loads over a slow network.
 */
function CoverPreviewVideo({ src, portrait }: { src: string; portrait?: boolean }) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <video
      src={src}
      muted
      loop
      autoPlay
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      tabIndex={-1}
      aria-hidden="true"
      data-on={isPlaying || undefined}
      className={portrait ? 'card-upright card-preview' : 'card-picture card-preview'}
      onPlaying={() => setIsPlaying(true)}
    />
  )
}

/**
 * Shows the first letter of the title if there is no cover. The placeholder letter looks like a screen print
 * and is cut off at the edge of the cover.
 */
function CoverPlaceholder({ title, type }: { title: string; type?: string }) {
  return (
    <span className="card-print poster" aria-hidden="true">
      <span className="card-letter">{[...title.trim()][0] ?? ''}</span>
      <span className="card-print-icon">
        <CategoryIcon category={getCategoryHue(type ?? '')} size={26} />
      </span>
    </span>
  )
}

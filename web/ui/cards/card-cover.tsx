import { useState } from 'react'
import { CategoryIcon } from './category-icon.tsx'
import { formatDuration, formatSpokenDuration } from '../formatting/format-duration.ts'
import { getCategoryHue } from './category-hue.ts'
import { displayedImageSizes, buildImageSrcSet } from './responsive-images.ts'

export type CardCoverProps = {
  title: string
  /** Address of the picture; without one (or if it fails) the cover is a print in the category's hue. */
  cover?: string | null
  /** The clip stands upright: it is shown whole, over a blurred copy of itself. */
  portrait?: boolean
  /** Seconds. */
  duration?: number | null
  /** Content type or upload name: the hue. */
  type?: string
  /** The first on the page: fetched before all others, not when it comes into view. One only, or they take the line from each other. */
  priority?: boolean
  /** How wide it is shown, where that is not as a card. */
  sizes?: string
}

export function CardCover({
  title,
  cover,
  portrait,
  duration,
  type,
  priority,
  sizes = displayedImageSizes.card,
  preview,
}: CardCoverProps & { preview?: string }) {
  const [broken, setBroken] = useState<string>()
  const picture = cover && broken !== cover ? cover : undefined
  const loading = priority ? 'eager' : 'lazy'
  // Never `auto`: a browser that takes such a picture off the page asks for the largest once more.
  const shown = { srcSet: picture && buildImageSrcSet(picture), sizes }
  return (
    <>
      {!picture && <CoverPlaceholder title={title} type={type} />}
      {picture && portrait && <img src={picture} {...shown} alt="" loading={loading} className="card-blur" />}
      {picture && (
        <img
          src={picture}
          {...shown}
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

/** Comes in only once it really plays, so a slow network shows the cover and nothing else. */
function CoverPreviewVideo({ src, portrait }: { src: string; portrait?: boolean }) {
  const [on, setOn] = useState(false)
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
      data-on={on || undefined}
      className={portrait ? 'card-upright card-preview' : 'card-picture card-preview'}
      onPlaying={() => setOn(true)}
    />
  )
}

/** What stands where there is no picture: a screen print with the title's first letter cut off by the edge. */
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

import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { isPortraitVideo, getPlayerImageSizes, buildImageSrcSet } from '#web/ui/cards/responsive-images.ts'

export type PlayerLayoutProps = {
  title: string
  poster?: string | null
  /**
   * The width and height of the picture, in pixels. On phones, a portrait video is shown in a portrait box.
   */
  width?: number | null
  height?: number | null
  className?: string
  embed?: boolean
  theatre?: boolean | undefined
}

/**
 * The box that contains the player and its poster. The server renders the player's box, and the box stays in
 * place when the controls are loaded.
 */
export function PlayerContainer({
  width,
  height,
  className,
  embed,
  theatre,
  children,
  ...rest
}: PlayerStageProps) {
  return (
    <section
      {...rest}
      className={classNames('stage', embed && 'stage-embed', className)}
      data-theme="night"
      data-upright={isPortraitVideo({ width, height }) || undefined}
      data-theatre={theatre || undefined}
      style={{ '--ratio': width && height ? `${width} / ${height}` : '16 / 9' } as CSSProperties}
    >
      {children}
    </section>
  )
}

type PlayerStageProps = Pick<PlayerLayoutProps, 'width' | 'height' | 'className' | 'embed' | 'theatre'> &
  ComponentProps<'section'> & { children: ReactNode }

type PosterProps = Pick<PlayerLayoutProps, 'poster' | 'width' | 'height'>

export function PlayerPoster(props: PosterProps) {
  return props.poster ? (
    <img {...getPosterImageProps(props)} alt="" className="stage-poster" fetchPriority="high" />
  ) : null
}

/** Shows a blurred poster behind a portrait video, instead of black bars. */
export function BlurredPlayerPoster(props: PosterProps) {
  return props.poster && isPortraitVideo(props) ? (
    <img {...getPosterImageProps(props)} alt="" className="stage-blur" />
  ) : null
}

function getPosterImageProps({ poster, ...box }: PosterProps) {
  return { src: poster!, srcSet: buildImageSrcSet(poster!), sizes: getPlayerImageSizes(box) }
}

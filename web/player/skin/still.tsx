import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { isUpright, shownOnStage, srcSet } from '../../ui/pictures.ts'

export type StillProps = {
  title: string
  poster?: string | null
  /** Of the picture, in pixels; an upright one gets an upright box on phones. */
  width?: number | null
  height?: number | null
  className?: string
  embed?: boolean
  theatre?: boolean | undefined
}

/** The box, with the poster in it: what the server sends, and what stays under the controls. */
export function Stage({ width, height, className, embed, theatre, children, ...rest }: StageProps) {
  return (
    <section
      {...rest}
      className={cx('stage', embed && 'stage-embed', className)}
      data-theme="night"
      data-upright={isUpright({ width, height }) || undefined}
      data-theatre={theatre || undefined}
      style={{ '--ratio': width && height ? `${width} / ${height}` : '16 / 9' } as CSSProperties}
    >
      {children}
    </section>
  )
}

type StageProps = Pick<StillProps, 'width' | 'height' | 'className' | 'embed' | 'theatre'> &
  ComponentProps<'section'> & { children: ReactNode }

type PosterProps = Pick<StillProps, 'poster' | 'width' | 'height'>

export function Poster(props: PosterProps) {
  return props.poster ? <img {...sized(props)} alt="" className="stage-poster" fetchPriority="high" /> : null
}

/** Behind an upright film, so that it does not stand between black bars. */
export function PosterBlur(props: PosterProps) {
  return props.poster && isUpright(props) ? <img {...sized(props)} alt="" className="stage-blur" /> : null
}

function sized({ poster, ...box }: PosterProps) {
  return { src: poster!, srcSet: srcSet(poster!), sizes: shownOnStage(box) }
}

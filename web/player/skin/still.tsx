import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export type StillProps = {
  title: string
  poster?: string | null
  /** Of the picture, in pixels; an upright one gets an upright box on phones. */
  width?: number | null
  height?: number | null
  className?: string
  embed?: boolean
  theatre?: boolean
}

/** The box, with the poster in it: what the server sends, and what stays under the controls. */
export function Stage({ width, height, className, embed, theatre, children, ...rest }: StageProps) {
  const upright = Boolean(width && height && height > width)
  return (
    <section
      {...rest}
      className={cx('stage', embed && 'stage-embed', className)}
      data-theme="night"
      data-upright={upright || undefined}
      data-theatre={theatre || undefined}
      style={{ '--ratio': width && height ? `${width} / ${height}` : '16 / 9' } as CSSProperties}
    >
      {children}
    </section>
  )
}

type StageProps = Pick<StillProps, 'width' | 'height' | 'className' | 'embed' | 'theatre'> &
  ComponentProps<'section'> & { children: ReactNode }

export function Poster({ poster, upright }: { poster?: string | null; upright?: boolean }) {
  if (!poster) return null
  return (
    <>
      {upright && <img className="stage-blur" src={poster} alt="" />}
      <img className="stage-poster" src={poster} alt="" fetchPriority="high" />
    </>
  )
}

export const isUpright = ({ width, height }: Pick<StillProps, 'width' | 'height'>) =>
  Boolean(width && height && height > width)

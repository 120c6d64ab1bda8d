import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { CardCover } from './card-cover.tsx'
import { imageSizesByLayout, isPortraitVideo } from './responsive-images.ts'

type CoverProps = ComponentProps<typeof CardCover>

interface Props {
  item: Parameters<typeof isPortraitVideo>[0] & {
    title: string
    cover_url: CoverProps['cover']
    duration_seconds: CoverProps['duration']
    content_type: CoverProps['type']
  }
  className: string
}

/** The cover of a video in a narrow list, for example beside the player. `className` sets its size. */
export function SmallCover({ item, className }: Props) {
  return (
    <span className={classNames('card-cover', className)}>
      <CardCover
        title={item.title}
        cover={item.cover_url}
        portrait={isPortraitVideo(item)}
        duration={item.duration_seconds}
        type={item.content_type}
        sizes={imageSizesByLayout.sidebar}
      />
    </span>
  )
}

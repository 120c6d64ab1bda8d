import { StoryboardTileImage, useStoryboard } from '#web/player/skin/storyboard-thumbnail.tsx'

interface Props {
  url: string
  from: number
  span: number
}

/** The height of the strip in pixels. */
const stripHeight = 44

/** Thumbnails from the video, shown as the background of the timeline. */
export function StoryboardStrip({ url, from, span }: Props) {
  const tiles = useStoryboard(url)
  const visible = tiles.filter(({ start, end }) => end * 1000 > from && start * 1000 < from + span)
  return (
    <div className="timeline-strip" aria-hidden="true">
      {visible.map((tile) => (
        <span
          key={tile.start}
          className="timeline-tile"
          style={{
            insetInlineStart: `${((tile.start * 1000 - from) / span) * 100}%`,
            width: `${(((tile.end - tile.start) * 1000) / span) * 100}%`,
          }}
        >
          <StoryboardTileImage tile={tile} scale={stripHeight / tile.height} />
        </span>
      ))}
    </div>
  )
}

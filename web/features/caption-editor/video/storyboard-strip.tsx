import { useStoryboard } from '#web/player/skin/storyboard-thumbnail.tsx'

interface Props {
  url: string
  from: number
  span: number
}

/** The height of the strip in pixels. */
const stripHeight = 44

/** Small pictures of the video, as the background of the timeline. */
export function StoryboardStrip({ url, from, span }: Props) {
  const tiles = useStoryboard(url)
  const visible = tiles.filter(({ start, end }) => end * 1000 > from && start * 1000 < from + span)
  return (
    <div className="timeline-strip" aria-hidden="true">
      {visible.map((tile) => {
        const scale = stripHeight / tile.height
        return (
          <span
            key={tile.start}
            className="timeline-tile"
            style={{
              insetInlineStart: `${((tile.start * 1000 - from) / span) * 100}%`,
              width: `${(((tile.end - tile.start) * 1000) / span) * 100}%`,
            }}
          >
            <span
              style={{
                width: tile.width,
                height: tile.height,
                transform: `scale(${scale})`,
                background: `url("${tile.url}") -${tile.x}px -${tile.y}px`,
              }}
            />
          </span>
        )
      })}
    </div>
  )
}

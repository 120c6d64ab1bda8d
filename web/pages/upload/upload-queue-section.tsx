import type { ComponentProps } from 'react'
import { AddVideosField } from '#web/features/upload/queue/add-videos-field.tsx'
import { UploadQueue } from '#web/features/upload/queue/upload-queue.tsx'
import { SeriesFields } from '#web/features/series/series-fields.tsx'

type Props = Omit<ComponentProps<typeof UploadQueue>, 'renderSeriesFields'>

/**
 * Shows the upload queue. While a single upload is running, shows a field for adding more videos, which are
 * uploaded after the running upload.
 */
export function UploadQueueSection(props: Props) {
  return (
    <div className="needs-js mx-auto max-w-[1240px] px-(--gutter) py-8">
      {props.queue.entries.length > 0 ? (
        <UploadQueue {...props} renderSeriesFields={(series) => <SeriesFields {...series} />} />
      ) : (
        <AddVideosField onFiles={props.onAdd} />
      )}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { listOwnContent, type OwnContent } from '#contract/content/content.ts'
import { pageSize } from '#contract/limits.ts'
import { callApi } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

interface Props {
  trailer: string
  error: string | undefined
  /** The video that the trailer belongs to. A video cannot be its own trailer, so the list omits this one. */
  videoId?: string | undefined
  onChange: (trailer: string) => void
}

/**
 * A trailer is either a link or one of the creator's other videos, picked from a list. Without JavaScript,
 * only a link can be entered.
 */
export function TrailerField({ trailer, error, videoId, onChange }: Props) {
  const videos = useOwnVideos().filter(({ id }) => id !== videoId)
  return (
    <>
      <TextField
        label={uploadFormMessages.details.trailer}
        optional
        name="trailer_url"
        inputMode="url"
        placeholder={uploadFormMessages.details.trailerStart}
        hint={uploadFormMessages.details.trailerHint}
        autoComplete="off"
        value={trailer}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      {videos.length > 0 && (
        <Select
          label={uploadFormMessages.details.ownTrailer}
          optional
          value={videos.some(({ id }) => pagePaths.watch(id) === trailer) ? trailer : ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{uploadFormMessages.details.noOwnTrailer}</option>
          {videos.map(({ id, title }) => (
            <option key={id} value={pagePaths.watch(id)}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

/** Loads the newest page of the creator's videos and keeps the playable ones. */
function useOwnVideos(): OwnContent[] {
  const [videos, setVideos] = useState<OwnContent[]>([])
  useEffect(() => {
    let isGone = false
    callApi(listOwnContent, { query: { limit: pageSize.max } }).then(
      ({ items }) => !isGone && setVideos(items.filter(({ stream_status }) => stream_status === 'ready')),
      // The list is optional: a trailer link can still be entered.
      () => {},
    )
    return () => void (isGone = true)
  }, [])
  return videos
}

import { useEffect, useState } from 'react'
import { listOwnContent, type OwnContent } from '#contract/content/own-content.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { callApi } from '#web/api/api-client.ts'
import { pagePaths } from '#web/paths.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

interface Props {
  trailer: string
  error: string | undefined
  /**
   * The id of the video to which the trailer belongs. This video is left out of the creator's list of
   * possible trailers, because a video cannot be its own trailer.
   */
  videoId?: string | undefined
  onChange: (trailer: string) => void
}

/**
 * A trailer is either an external link or another video by the same creator, which the creator chooses from a
 * list. Without JavaScript, the creator can only enter a link.
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

/** Loads the creator's newest videos and returns the playable ones. */
function useOwnVideos(): OwnContent[] {
  const [videos, setVideos] = useState<OwnContent[]>([])
  useEffect(() => {
    let isGone = false
    callApi(listOwnContent, { query: { limit: pageSizeLimits.max } }).then(
      ({ items }) => !isGone && setVideos(items.filter(({ stream_status }) => stream_status === 'ready')),
      // Ignore the error, because the creator can enter a trailer link without the list.
      () => {},
    )
    return () => void (isGone = true)
  }, [])
  return videos
}

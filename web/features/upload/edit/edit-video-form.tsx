import { type ReactNode, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnContent } from '#contract/content/own-content.ts'
import { OriginalFormValues } from '#web/ui/forms/original-form-values.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import type { FormValues } from '#web/ui/forms/form-changes.ts'
import { videoEditPageMessages } from '#web/messages/upload/edit-video.ts'
import { formatChapterLines } from './chapter-rows.ts'
import { ChaptersField } from './chapters-field.tsx'
import { CoverPicker } from './cover-picker.tsx'
import { VideoDetailsFields } from '../details/video-details-fields.tsx'
import type { VideoDetails } from '../details/video-details.ts'
import { toVideoDetails } from '../transfer/unfinished-uploads.ts'
import { ThumbnailPicker } from './thumbnail-picker.tsx'

interface Props {
  item: OwnContent
  details: VideoDetails & { custom_chapters?: string }
  /**
   * The saved values before the user's first edit, if the server has rejected the form; otherwise undefined.
   */
  baseline: FormValues | undefined
  /** The URLs of the video frames that the creator can use as the cover. */
  frames: string[]
  /** The form's error messages by field name. */
  errors: Partial<Record<string, string>>
  /** True if the creator's profile is private. */
  isPrivateProfile: boolean
  /** Additional sections of the form, shown below the video's details. */
  children?: ReactNode
}

/** The form for editing an uploaded video. The form works without JavaScript. */
export function EditVideoForm({
  item,
  details: initial,
  baseline,
  frames,
  errors,
  isPrivateProfile,
  children,
}: Props) {
  const [details, setDetails] = useState(initial)
  const busy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, errors)
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset
      className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[auto_auto]"
    >
      <OriginalFormValues
        saved={getSavedValues(item)}
        initial={baseline}
        onSavedChange={(name, value) =>
          setDetails((before) => ({ ...before, [name === 'trailer_url' ? 'trailer' : name]: value }))
        }
      />
      <div className="flex min-w-0 flex-col gap-5">
        <h2 className="text-28">{videoEditPageMessages.details}</h2>
        <VideoDetailsFields
          details={details}
          errors={errors}
          isPrivateProfile={isPrivateProfile}
          ratingFixed={item.rating_fixed}
          isPublishable={item.publication_state !== 'published'}
          videoId={item.id}
          onChange={(patch) => setDetails((before) => ({ ...before, ...patch }))}
        />
        {/* After saving, the editor shows the saved chapters. */}
        <ChaptersField
          key={JSON.stringify(item.custom_chapters)}
          item={item}
          lines={initial.custom_chapters ?? formatChapterLines(item.custom_chapters)}
          error={errors.custom_chapters}
        />
        {children}
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-start-1">
        <h2 className="text-28">{videoEditPageMessages.pictures}</h2>
        {/* Saving a new cover changes the cover URL. This URL is the `key` of the cover picker, so React
            resets the picker after a new cover has been saved. */}
        <CoverPicker key={item.cover_url} item={item} frames={frames} error={errors.cover} />
        <ThumbnailPicker key={item.thumbnail_url} item={item} error={errors.thumbnail} />
      </div>
      {/* The save bar is sticky, because the images in the form alone are taller than the screen. */}
      <div className="save-bar sticky bottom-0 z-10 -mx-(--gutter) border-t border-line bg-ground px-(--gutter) py-3 lg:col-span-2 lg:row-start-2">
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {videoEditPageMessages.save}
        </Button>
      </div>
    </Form>
  )
}

/** Returns the saved values, except those for the series and episode, which `SeriesFields` handles. */
function getSavedValues(item: OwnContent): FormValues {
  const { type: _, series: __, trailer: trailer_url, ...details } = toVideoDetails(item)
  return { ...details, custom_chapters: formatChapterLines(item.custom_chapters), trailer_url }
}

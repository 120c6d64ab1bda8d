import { type FormEvent, type ReactNode, useRef } from 'react'
import type { SeriesEpisodeInput } from '#contract/content/series.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useFocusFirstInvalidField } from '#web/ui/forms/use-focus-first-invalid-field.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { KeepTextTracksCheckbox } from '../captions/keep-file-text.tsx'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'
import { UploadCaptionsSection } from '../captions/upload-captions-section.tsx'
import { useFileText } from '../captions/use-file-text.ts'
import { VideoDetailsFields } from '../details/video-details-fields.tsx'
import { UploadTypePicker } from '../form/upload-type-picker.tsx'
import { changeQueuedFiles, changeQueuedDetails, copyDetailsToWholeQueue } from './upload-queue-actions.ts'
import type { QueuedUpload } from './queued-upload.ts'

/** Renders the fields that add a show to a series. */
export type SeriesFieldsRenderer = (props: {
  value: SeriesEpisodeInput | null
  errors: Partial<Record<string, string>>
  onChange: (series: SeriesEpisodeInput | null) => void
}) => ReactNode

interface Props {
  entry: QueuedUpload
  isPrivateProfile: boolean
  captionLanguages: readonly CaptionLanguageOption[]
  /** False if the upload queue contains only this video. */
  hasOthers: boolean
  renderSeriesFields: SeriesFieldsRenderer
  onClose: () => void
}

/**
 * The form fields for the details of one video in the queue. Each change to the details is saved immediately.
 */
export function QueuedVideoDetails({
  entry,
  isPrivateProfile,
  captionLanguages,
  hasOthers,
  renderSeriesFields,
  onClose,
}: Props) {
  const { id, details, error, contentId } = entry
  const { isFound } = useFileText(entry.file)
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalidField(form, error)
  const errors = error?.field ? { [error.field]: error.detail } : {}
  const close = (event: FormEvent) => {
    event.preventDefault()
    onClose()
  }
  const copyToAll = () => {
    copyDetailsToWholeQueue(id)
    showToast.success(uploadQueueMessages.copiedToAll)
  }
  return (
    <form
      ref={form}
      noValidate
      onSubmit={close}
      aria-label={uploadQueueMessages.editOf({ title: details.title })}
      className="grid gap-x-10 gap-y-6 border-t border-line pt-4 lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-5 lg:col-span-full">
        <UploadTypePicker
          value={details.type}
          isLocked={contentId !== null}
          onChange={(type) => changeQueuedDetails(id, { type })}
        />
      </div>
      <VideoDetailsFields
        details={details}
        errors={errors}
        isPrivateProfile={isPrivateProfile}
        isPublishable
        onChange={(patch) => changeQueuedDetails(id, patch)}
      />
      {details.type === 'show' &&
        contentId === null &&
        renderSeriesFields({
          value: details.series ?? null,
          errors,
          onChange: (series) => changeQueuedDetails(id, { series }),
        })}
      <div className="flex flex-col gap-3 lg:col-span-full">
        {entry.phase === 'editing' && (
          <KeepTextTracksCheckbox
            text={{
              isFound,
              isKept: entry.keepsOriginal,
              onChange: (keepsOriginal) => changeQueuedFiles(id, { keepsOriginal }),
            }}
          />
        )}
        <UploadCaptionsSection
          captions={entry.captions}
          languages={captionLanguages}
          onChange={(captions) => changeQueuedFiles(id, { captions })}
        />
        <p className="field-hint">{uploadQueueMessages.imagesLater}</p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            {uploadQueueMessages.close}
          </Button>
          {hasOthers && <Button onClick={copyToAll}>{uploadQueueMessages.copyToAll}</Button>}
        </div>
        {hasOthers && <p className="field-hint">{uploadQueueMessages.copyToAllHint}</p>}
      </div>
    </form>
  )
}

import { Upload } from 'lucide-react'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { SeriesEpisodeInput } from '#contract/content/series.ts'
import { getMaxUploadBytes } from '#contract/limits.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { KeepTextTracksCheckbox } from '../captions/keep-file-text.tsx'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'
import { UploadCaptionsSection } from '../captions/upload-captions-section.tsx'
import { useFileText } from '../captions/use-file-text.ts'
import { VideoDetailsFields } from '../details/video-details-fields.tsx'
import type { VideoDetails } from '../details/video-details.ts'
import type { UploadDraft } from '../transfer/unfinished-uploads.ts'
import { CoverAndThumbnailFields } from './cover-and-thumbnail-fields.tsx'
import { MetadataRemovalNote } from '../progress/metadata-removal-note.tsx'
import type { VideoUploadRequest } from '../transfer/upload-controller.ts'
import { RecordVideoButton } from '../camera/record-video-button.tsx'
import { TrimField } from '../trim/trim-field.tsx'
import { useTrim } from '../trim/use-trim.ts'
import { CompressVideoSwitch, useCompressVideoSetting } from './compress-video-switch.tsx'
import { UploadResumeNotice } from './upload-resume-notice.tsx'
import { UploadTypePicker } from './upload-type-picker.tsx'
import { describeMissingFields, useUploadForm } from './use-upload-form.ts'
import { VideoDropZone } from './video-drop-zone.tsx'

interface Props {
  details: VideoDetails
  owner: string
  /** True if the creator's profile is private. */
  isPrivateProfile: boolean
  drafts: UploadDraft[]
  captionLanguages: readonly CaptionLanguageOption[]
  /** True while a progress card or the upload queue is shown instead of the form. */
  isHidden: boolean
  onStart: (order: VideoUploadRequest) => void
  /**
   * Called if the creator chooses several videos at once. The argument contains the details entered in the
   * form so far.
   */
  onSeveralFiles: (files: File[], details: VideoDetails) => void
  /** The link to the page for going live, if the creator may go live. */
  goLiveLink?: ReactNode
  /** Renders the fields that add a show to a series. */
  renderSeriesFields: (props: SeriesFieldsProps) => ReactNode
}

interface SeriesFieldsProps {
  value: SeriesEpisodeInput | null
  errors: Partial<Record<string, string>>
  onChange: (series: SeriesEpisodeInput | null) => void
}

/** The upload form, which shows all details of a new video on one screen. */
export function UploadForm({
  details: initial,
  owner,
  isPrivateProfile,
  drafts,
  captionLanguages,
  isHidden,
  onStart,
  onSeveralFiles,
  goLiveLink,
  renderSeriesFields,
}: Props) {
  const form = useUploadForm({ details: initial, owner, drafts })
  const { details, file, pictures, captions, unfinished, errors } = form
  const smaller = useCompressVideoSetting()
  const trim = useTrim(file)
  const fileText = useFileText(file)
  const reason = describeMissingFields(details, file)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.check())
      onStart({
        owner,
        file: file!,
        details,
        images: pictures,
        captions,
        compress: smaller.on,
        keepsOriginal: fileText.isKept,
        trim: unfinished ? undefined : trim.range,
        unfinished,
      })
  }
  // Normally, pressing Enter in a text field presses the submit button. While the button is disabled,
  // pressing Enter shows what the user must still fill in.
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && reason && (event.target as Element).matches('input:not([type])'))
      form.check()
  }
  return (
    <div data-hue={details.type}>
      <header className="poster">
        <div className="mx-auto max-w-[1240px] px-(--gutter) py-8 md:py-12">
          <h1 className="poster-type">{uploadFormMessages.heading[details.type]}</h1>
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the form handles Enter in its fields */}
      <form
        noValidate
        onSubmit={submit}
        onKeyDown={enter}
        className="mx-auto grid max-w-[1240px] gap-x-12 gap-y-7 px-(--gutter) py-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]"
      >
        <div className="flex min-w-0 flex-col gap-7">
          <UploadTypePicker
            value={details.type}
            isLocked={Boolean(unfinished)}
            onChange={(type) => form.change({ type })}
          />
          <VideoDropZone
            type={details.type}
            file={file}
            error={errors.file}
            isHidden={isHidden}
            onFile={(one) => void form.pick(one)}
            onSeveralFiles={(files) => onSeveralFiles(files, details)}
            onCaptionFiles={form.dropCaptions}
          />
          {!file && (
            <div className="flex flex-wrap gap-3">
              <RecordVideoButton
                maxBytes={getMaxUploadBytes(details.type)}
                onRecorded={(one) => void form.pick(one)}
              />
              {goLiveLink}
            </div>
          )}
          {file && !unfinished && <TrimField file={file} trim={trim} />}
          {unfinished && file ? (
            <UploadResumeNotice unfinished={unfinished} onStartOver={form.startAnew} />
          ) : (
            <>
              <CompressVideoSwitch {...smaller} />
              <KeepTextTracksCheckbox text={fileText} isChanged={smaller.on || trim.range !== undefined} />
            </>
          )}
          <CoverAndThumbnailFields pictures={pictures} errors={errors} onChange={form.add} />
          <UploadCaptionsSection
            captions={captions}
            languages={captionLanguages}
            onChange={form.setCaptions}
            dropped={form.droppedCaptions}
            onDropped={form.dropCaptions}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <VideoDetailsFields
            details={details}
            errors={errors}
            languages={captionLanguages}
            isPrivateProfile={isPrivateProfile}
            isPublishable={unfinished?.draft.publication_state !== 'published'}
            onChange={form.change}
          />
          {details.type === 'show' &&
            !unfinished &&
            renderSeriesFields({
              value: details.series ?? null,
              errors,
              onChange: (series) => form.change({ series }),
            })}
          <div className="grid gap-2">
            <Button
              type="submit"
              variant="primary"
              size="large"
              off={Boolean(reason)}
              aria-describedby={reason ? 'upload-missing' : undefined}
            >
              <Upload aria-hidden="true" />{' '}
              {unfinished
                ? uploadFormMessages.submitOn
                : uploadFormMessages.submit[details.publication_state]}
            </Button>
            {/* Reserve space for the hint even when it is empty, so the content below does not shift. */}
            <p id="upload-missing" className="field-hint min-h-[1.5em] text-center">
              {reason}
            </p>
          </div>
          <MetadataRemovalNote />
        </div>
      </form>
    </div>
  )
}

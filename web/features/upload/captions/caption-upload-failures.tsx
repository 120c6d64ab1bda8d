import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { pagePaths } from '#web/paths.ts'
import type { CaptionUploadFailure } from './upload-caption.ts'

interface Props {
  failures: readonly CaptionUploadFailure[]
  contentId: string | null
}

/** The caption files that were not added to an uploaded video, with a link to the page where they can be added. */
export function CaptionUploadFailures({ failures, contentId }: Props) {
  if (failures.length === 0) return null
  return (
    <div role="alert" className="flex items-start gap-2 text-15">
      <TriangleAlert className="mt-[2px] size-5 shrink-0 text-bad-ink" aria-hidden="true" />
      <div className="min-w-0">
        <strong>{uploadCaptionsMessages.failed.title}</strong>
        {failures.map(({ file, name, detail }) => (
          <p key={`${file} ${name}`} className="whitespace-pre-line wrap-anywhere">
            {uploadCaptionsMessages.failed.file({ file, name })} {detail}
          </p>
        ))}
        {contentId && (
          <Link to={pagePaths.captionsOfVideo(contentId)} className="link">
            {uploadCaptionsMessages.failed.link}
          </Link>
        )}
      </div>
    </div>
  )
}

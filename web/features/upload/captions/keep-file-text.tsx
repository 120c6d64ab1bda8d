import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import type { TextTrackDetection } from './use-file-text.ts'

interface Props {
  text: TextTrackDetection
  /** True if this device trims or compresses the video, which always removes the text tracks. */
  isChanged?: boolean
}

/**
 * Tells the creator that the file contains text tracks, and offers to upload the original file, which keeps
 * them.
 */
export function KeepTextTracksCheckbox({ text, isChanged }: Props) {
  if (!text.isFound) return null
  if (isChanged) return <p className="field-hint">{uploadCaptionsMessages.inside.lost}</p>
  return (
    <Checkbox
      label={uploadCaptionsMessages.inside.label}
      hint={uploadCaptionsMessages.inside.hint}
      checked={text.isKept}
      onChange={(event) => text.onChange(event.target.checked)}
    />
  )
}

import type { CaptionFileConfirmations } from './caption-requests.ts'

/**
 * A caption file that the server has already checked. The file is sent as soon as the video has been created.
 */
export interface PendingCaptionFile {
  file: File
  /** A BCP 47 tag. */
  language: string
  /** The language name that viewers will see. */
  name: string
  isSdh: boolean
  answers: CaptionFileConfirmations
  cues: number
}

/** The reason why a caption file was not added to an uploaded video. */
export interface CaptionUploadFailure {
  file: string
  name: string
  detail: string
}

/** A caption language that the creator can choose. */
export interface CaptionLanguageOption {
  /** A BCP 47 tag. */
  tag: string
  name: string
}

/** The props of the form fields for the captions of a new video. */
export interface UploadCaptionsFieldProps {
  captions: readonly PendingCaptionFile[]
  languages: readonly CaptionLanguageOption[]
  onChange: (captions: PendingCaptionFile[]) => void
  /**
   * Caption files that were dropped onto the page. The creator still has to choose the language of each file.
   */
  dropped?: readonly File[]
  onDropped?: (rest: File[]) => void
}

import type { CaptionFileConfirmations } from './caption-requests.ts'

/** A caption file that was checked, and is sent as soon as the video has been created. */
export interface UploadCaption {
  file: File
  /** A BCP 47 tag. */
  language: string
  /** The name of the language, as viewers will see it. */
  name: string
  isSdh: boolean
  answers: CaptionFileConfirmations
  cues: number
}

/** Why a caption file was not added to an uploaded video. */
export interface CaptionFailure {
  file: string
  name: string
  detail: string
}

/** A language that the creator can choose. */
export interface CaptionLanguageOption {
  /** A BCP 47 tag. */
  tag: string
  name: string
}

/** The props of the fields for the captions of a new video. */
export interface UploadCaptionsProps {
  captions: readonly UploadCaption[]
  languages: readonly CaptionLanguageOption[]
  onChange: (captions: UploadCaption[]) => void
  /** Files that were dropped onto the page, whose languages the creator still has to choose. */
  dropped?: readonly File[]
  onDropped?: (rest: File[]) => void
}

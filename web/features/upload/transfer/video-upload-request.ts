import type { TrimRange } from '../preprocessing/trim-range.ts'
import type { UploadCaption } from '../captions/upload-caption.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { VideoImageFiles } from './images-and-trailer.ts'
import type { UnfinishedUpload } from './unfinished-uploads.ts'

export interface VideoUploadRequest {
  owner: string
  /**
   * The file to upload: the chosen file or, if an upload is resumed without the original, the stored copy.
   */
  file: File
  details: VideoDetails
  images: VideoImageFiles
  /** The caption files that are added to the video once it has been created. */
  captions?: readonly UploadCaption[]
  /** True to compress the video before the upload. */
  compress: boolean
  /** True to upload the original file, because it contains text that preprocessing would remove. */
  keepsOriginal?: boolean
  /** The part of the video to upload, or undefined to upload all of it. */
  trim?: TrimRange | undefined
  /** The unfinished upload to resume, or null to start a new upload. */
  unfinished?: UnfinishedUpload | null
}

export interface UploadTarget {
  contentId: string
  streamId: string
  uploadURL: string
}

import type { TrimRange } from '../preprocessing/trim-range.ts'
import type { PendingCaptionFile } from '../captions/upload-caption.ts'
import type { VideoDetails } from '../details/video-details.ts'
import type { VideoImageFiles } from './images-and-trailer.ts'
import type { UnfinishedUpload } from './unfinished-uploads.ts'

export interface VideoUploadRequest {
  owner: string
  /** The file to upload: the original, or the stored copy if an upload is resumed without the original. */
  file: File
  details: VideoDetails
  images: VideoImageFiles
  /** The caption files to add to the video once it has been created. */
  captions?: readonly PendingCaptionFile[]
  /** True to compress the video before the upload. */
  compress: boolean
  /** True to upload the original file, because preprocessing would remove the text tracks in it. */
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

import type { VideoDetails } from '../details/video-details.ts'
import type { UploadImages } from './images-and-trailer.ts'
import type { UnfinishedUpload } from './unfinished-uploads.ts'

export interface VideoUploadRequest {
  owner: string
  /** The chosen file or, when resuming without one, the stored copy. */
  file: File
  details: VideoDetails
  images: UploadImages
  /** True to compress the video before uploading. */
  compress: boolean
  /** The unfinished upload to resume instead of starting a new one. */
  unfinished?: UnfinishedUpload | null
}

export interface UploadTarget {
  contentId: string
  streamId: string
  uploadURL: string
}

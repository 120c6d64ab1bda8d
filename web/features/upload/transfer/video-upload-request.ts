import type { VideoDetails } from '../details/video-details.ts'
import type { UploadImages } from './images-and-trailer.ts'
import type { UnfinishedUpload } from './unfinished-uploads.ts'

export interface VideoUploadRequest {
  owner: string
  /** The chosen file or, when resuming without one, the stored copy. */
  file: File
  details: VideoDetails
  pictures: UploadImages
  /** Compress the video before uploading. */
  smaller: boolean
  /** Resume this upload instead of starting a new one. */
  unfinished?: UnfinishedUpload | null
}

export interface UploadTarget {
  contentId: string
  streamId: string
  uploadURL: string
}

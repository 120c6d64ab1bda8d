import type { VideoDetails } from '../details/video-details.ts'
import type { UploadImages } from './images-and-trailer.ts'
import type { UnfinishedUpload } from './unfinished-uploads.ts'

export interface VideoUploadRequest {
  owner: string
  /** What was picked; or, going on without picking, what waited on this device. */
  file: File
  details: VideoDetails
  pictures: UploadImages
  /** Make it smaller before it leaves. */
  smaller: boolean
  /** Go on with this one instead of beginning anew. */
  unfinished?: UnfinishedUpload | null
}

export interface UploadTarget {
  contentId: string
  streamId: string
  uploadURL: string
}

import { useRef, useState } from 'react'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import {
  type VideoDetails,
  type UploadValidationProblem,
  validateVideoDetails,
  validateVideoFile,
  changeUploadType,
} from '../details/video-details.ts'
import {
  toVideoDetails,
  type UploadDraft,
  type UnfinishedUpload,
  findUnfinishedUpload,
} from '../transfer/unfinished-uploads.ts'
import type { PendingCaptionFile } from '../captions/upload-caption.ts'
import type { VideoImageFiles } from '../transfer/images-and-trailer.ts'
import { preloadPreprocessingWorker } from '../preprocessing/preprocess-video.ts'

interface UploadFormOptions {
  details: VideoDetails
  owner: string
  drafts: UploadDraft[]
}

/** Manages the values and error messages of the upload form. */
export function useUploadForm({ details: initial, owner, drafts }: UploadFormOptions) {
  const [details, setDetails] = useState(initial)
  const [file, setFile] = useState<File | null>(null)
  const [pictures, setPictures] = useState<VideoImageFiles>({})
  const [captions, setCaptions] = useState<PendingCaptionFile[]>([])
  const [droppedCaptions, dropCaptions] = useState<File[]>([])
  const [unfinished, setUnfinished] = useState<UnfinishedUpload | null>(null)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const pickCount = useRef(0)

  const complain = ({ title, detail, field }: UploadValidationProblem) => {
    setErrors(field ? { [field]: detail } : {})
    showToast.error(title, detail)
  }
  const change = (patch: Partial<VideoDetails>) => {
    setDetails((before) => ({ ...changeUploadType(before, patch.type ?? before.type), ...patch }))
    setErrors({})
  }
  const pick = async (picked: File) => {
    setFile(picked)
    preloadPreprocessingWorker()
    setUnfinished(null)
    setErrors({})
    const problem = validateVideoFile(details.type, picked)
    const pickNumber = ++pickCount.current
    const unfinishedUpload = drafts.length ? await findUnfinishedUpload(picked, drafts, owner) : null
    // While the unfinished upload was being loaded, the user may have chosen another file.
    if (pickNumber !== pickCount.current) return
    if (unfinishedUpload) {
      setUnfinished(unfinishedUpload)
      setDetails(toVideoDetails(unfinishedUpload.draft))
    } else if (problem) complain(problem)
  }
  const check = () => {
    const problem = validateVideoDetails(details, { file, ...pictures })
    if (problem) complain(problem)
    return !problem
  }
  return {
    details,
    file,
    pictures,
    captions,
    setCaptions,
    droppedCaptions,
    dropCaptions,
    unfinished,
    errors,
    change,
    pick,
    check,
    add: (patch: VideoImageFiles) => setPictures((before) => ({ ...before, ...patch })),
    startAnew: () => setUnfinished(null),
  }
}

/**
 * Returns what the user must still enter before the form can be submitted, or false if the form is complete.
 */
export function describeMissingFields(details: VideoDetails, file: File | null): string | false {
  const title = details.title.trim()
  if (!file && !title) return uploadFormMessages.missing.both
  if (!file) return uploadFormMessages.missing.video
  if (!title) return uploadFormMessages.missing.title
  return details.visibility ? false : uploadFormMessages.missing.audience
}

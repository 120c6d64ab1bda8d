import { Server } from '@tus/server'
import { ApiError } from '#contract/errors/api-error.ts'
import { config } from '../platform/config.ts'
import { isDiskFullError } from '#server/platform/storage/storage-errors.ts'
import { getUploadStore } from './upload-store.ts'
import type { UploadStore } from './upload-store-interface.ts'
import { getUploadStorageKey } from './upload-storage-keys.ts'
import { uploadLocker } from './upload-locks.ts'

let cached: { by: UploadStore; server: Server } | undefined
/**
 * Maps each request to the storage key of its upload. The library would derive the key from the end of the
 * URL, including the query string.
 */
const uploadKeys = new WeakMap<object, string>()
const failures = new WeakMap<object, unknown>()

/**
 * Handles tus 1.0 requests (core protocol and termination). The caller has checked that the viewer owns the
 * upload. `uploadId` is null for OPTIONS requests. API errors are thrown. Protocol errors keep their status
 * (409, 412, 415 …) and get the API's error format.
 */
export async function handleTusRequest(
  request: Request,
  uploadId: string | null,
  requestId: string,
): Promise<Response> {
  if (uploadId !== null) uploadKeys.set(request, getUploadStorageKey(uploadId))
  const response = await getTusServer().handleWeb(request)
  const failure = failures.get(request)
  if (failure) throw failure
  if (response.status < 400) return response
  const refused = await toApiError(response)
  const { code, title, detail } = refused
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return Response.json({ error: { code, title, detail }, requestId }, { status: response.status, headers })
}

function getTusServer(): Server {
  const store = getUploadStore()
  if (cached?.by !== store) cached = { by: store, server: createTusServer(store) }
  return cached.server
}

function createTusServer(datastore: UploadStore): Server {
  return new Server({
    path: '/api/uploads',
    datastore,
    locker: uploadLocker,
    lockDrainTimeout: 300,
    allowedOrigins: [config.publicUrl],
    getFileIdFromRequest: (request) => uploadKeys.get(request),
    disableTerminationForFinishedUploads: false,
    onResponseError: (request, error) => captureFailure(request, error),
  })
}

/**
 * Saves the error, so that the response can be created from it later. Without the saved error, the response
 * to every unknown error would be the library's own status 500.
 */
function captureFailure(request: Request, error: unknown): undefined {
  const status = (error as { status_code?: number }).status_code
  if (error instanceof ApiError) failures.set(request, error)
  // The library replaces the store's ApiError with the error that broke the stream, so a full disk must be
  // detected here as well.
  else if (isDiskFullError(error)) failures.set(request, new ApiError('storage_full'))
  else if (status === 413) failures.set(request, new ApiError('upload_mismatch'))
  else if (status === 404 || status === 410) failures.set(request, new ApiError('upload_not_found'))
  else if (status === 501)
    failures.set(
      request,
      new ApiError('invalid_input', {
        problem: 'The length must match the file_size that the upload was created with.',
      }),
    )
  else if (status === undefined || status >= 500) failures.set(request, error)
}

async function toApiError(response: Response): Promise<ApiError> {
  if (response.status === 409 || response.status === 423) return new ApiError('conflict')
  return new ApiError('invalid_input', { problem: (await response.text()).trim() })
}

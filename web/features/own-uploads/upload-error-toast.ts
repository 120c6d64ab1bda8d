import { ApiCallError } from '#web/api/api-client.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'

export function toUploadErrorToast(error: unknown, title: string): [string, string] {
  return [title, error instanceof ApiCallError ? error.detail : ownUploadsMessages.tryAgain]
}

import { access, constants } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'
import { log } from '#server/platform/log.ts'
import { findWhisperBinding } from './whisper-binding.ts'

/** Tells the operator at startup whether this worker can make automatic captions. Members are never told. */
export async function logAutomaticCaptionsSetup(): Promise<void> {
  const model = config.captionsModel
  if (!model) return log.info('Automatic captions are off, because CAPTIONS_MODEL is not set')
  const isReadable = await access(model, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) return log.error('No automatic captions are made: the file CAPTIONS_MODEL cannot be read')
  if (!findWhisperBinding())
    return log.error('No automatic captions are made: whisper.cpp is not installed for this platform', {
      platform: `${process.platform}-${process.arch}`,
    })
  log.info('Automatic captions are on')
}

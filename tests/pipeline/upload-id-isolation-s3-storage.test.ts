import { startS3ServerForSuite, s3SettingsFor } from '#tests/support/servers/s3-server.ts'
import { defineUploadIdIsolationTests } from './upload-id-isolation.ts'

const { port, folder } = await startS3ServerForSuite()
await defineUploadIdIsolationTests({ env: s3SettingsFor(port), files: folder })

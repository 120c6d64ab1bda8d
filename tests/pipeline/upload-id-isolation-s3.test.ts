import { startSuiteS3Server, s3SettingsFor } from '#tests/support/servers/s3-server.ts'
import { defineUploadIdIsolationTests } from './upload-id-isolation.ts'

const { port, folder } = await startSuiteS3Server()
await defineUploadIdIsolationTests({ env: s3SettingsFor(port), files: folder })

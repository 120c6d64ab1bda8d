import { defineUploadIdIsolationTests } from './upload-id-isolation.ts'

await defineUploadIdIsolationTests({})

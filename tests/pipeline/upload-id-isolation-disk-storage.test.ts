import { defineUploadIdIsolationTests } from './upload-id-isolation.ts'

defineUploadIdIsolationTests({ inBucket: false })

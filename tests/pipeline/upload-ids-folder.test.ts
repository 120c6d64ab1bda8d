import { attackUploadIds } from './upload-ids.ts'

await attackUploadIds({})

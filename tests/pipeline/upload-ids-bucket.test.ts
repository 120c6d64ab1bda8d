import { bucket, bucketAt } from './bucket.ts'
import { attackUploadIds } from './upload-ids.ts'

const { port, folder } = await bucket()
await attackUploadIds({ env: bucketAt(port), files: folder })

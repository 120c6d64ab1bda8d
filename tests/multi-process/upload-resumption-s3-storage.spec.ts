import { defineUploadResumptionTests } from './upload-resumption.ts'

defineUploadResumptionTests('bucket')

import { defineUploadResumptionTests } from './upload-resumption.ts'

defineUploadResumptionTests('folder')

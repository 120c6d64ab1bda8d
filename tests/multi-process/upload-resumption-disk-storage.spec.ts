import { defineResumptionTests } from './upload-resumption.ts'

defineResumptionTests('folder')

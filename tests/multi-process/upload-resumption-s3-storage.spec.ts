import { defineResumptionTests } from './upload-resumption.ts'

defineResumptionTests('bucket')

import { resumed } from './resumed.ts'

resumed('folder')

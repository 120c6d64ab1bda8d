import { resumed } from './resumed.ts'

resumed('bucket')

import { z } from 'zod'

/** Required before changes to the sign-in methods when the last sign-in is more than 15 minutes old. */
export const reauthenticationFields = { current_password: z.string().max(1000).optional() }

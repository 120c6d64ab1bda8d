import { z } from 'zod'

/** The password is required for changes to the sign-in methods if the last sign-in is more than 15 minutes old. */
export const reauthenticationFields = { current_password: z.string().max(1000).optional() }

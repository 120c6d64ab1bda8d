import { z } from 'zod'

/** Changing the sign-in methods requires the password if the last sign-in was more than 15 minutes ago. */
export const reauthenticationFields = { current_password: z.string().max(1000).optional() }

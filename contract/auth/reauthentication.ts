import { z } from 'zod'

/** Before how one signs in is changed: asked for when the sign-in is older than a quarter of an hour. */
export const reauthenticationFields = { current_password: z.string().max(1000).optional() }

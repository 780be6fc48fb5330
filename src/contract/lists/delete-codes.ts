import { z } from 'zod'

/** The path of the second step contains the code. */
export const deleteCodeSchema = z
  .object({
    delete_confirmation_code: z
      .string()
      .meta({ description: 'Valid for two minutes, once, for this caller.' }),
    delete_confirmation_expires_at: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'DeleteConfirmationCode' })

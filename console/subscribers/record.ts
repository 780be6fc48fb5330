import type { z } from 'zod'
import type { subscriberSchema } from '../../src/contract/subscribers/endpoints.ts'

export type PersonRecord = z.output<typeof subscriberSchema>

export type FieldValue = string | number | boolean | string[] | null

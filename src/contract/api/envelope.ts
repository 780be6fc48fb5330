import { z } from 'zod'
import { estimateSchema } from './figures.ts'
import { errorStatus, type ErrorCode, type FieldError } from './errors.ts'
import type { Said } from '../values/said/reader.ts'
import { readRefusal, refusalForms } from '../values/said/refusals.ts'

export type Envelope<Data> =
  | { success: true; data: Data; error_code: null; error_message: null }
  | {
      success: false
      data: unknown
      error_code: ErrorCode
      error_message: string
      error?: Said
      errors?: FieldError[]
    }

export function succeed<Data, Extra extends object>(data: Data, extra: Extra) {
  return { success: true, data, error_code: null, error_message: null, ...extra } as const
}

export function fail(code: ErrorCode, message: string, data: unknown = null, errors: FieldError[] = []) {
  const error = readRefusal(message)
  return {
    success: false,
    data,
    error_code: code,
    error_message: message,
    ...(error !== null && { error }),
    ...(errors.length > 0 && { errors: errors.map((one) => ({ ...one, ...readRefusal(one.problem) })) }),
  } as const
}

const pagingKeys = {
  page: z.int().nullable().meta({ description: 'The current page, the first is 0; null in token mode.' }),
  per_page: z.int(),
  num_records: z.int().meta({ description: 'All matching records.' }),
  num_pages: z.int(),
}

const tokenKeys = {
  page_token: z.string().nullable(),
  next_page_token: z.string().nullable().meta({ description: 'null on the last page.' }),
}

const boundedKeys = {
  num_records_is_exact: z.boolean().meta({ description: 'false: there are at least num_records.' }),
  num_records_estimate: estimateSchema,
}

/** `bounded`: the number of records can be a lower bound. */
export type Paged = 'none' | 'page' | 'token' | 'bounded page' | 'bounded token'

const warnings = z.array(z.string()).meta({
  id: 'Warnings',
  description:
    'What the server ignored or may have misread, in sentences: query parameters, members and custom fields that it does not know, codes that stay in a content as they are, dates such as 01/06/2027.',
})

export function successSchema(data: z.ZodType, paged: Paged) {
  return z.object({
    success: z.literal(true),
    data,
    error_code: z.null(),
    error_message: z.null(),
    ...(paged === 'none' ? {} : pagingKeys),
    ...(paged.endsWith('token') ? tokenKeys : {}),
    ...(paged.startsWith('bounded') ? boundedKeys : {}),
    warnings: warnings.optional(),
  })
}

const codes = Object.keys(errorStatus)

/** Of a sentence that has a form. */
export const parameters = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .meta({ description: 'The values in the sentence, by their names in the form.' })

const said = {
  code: z.enum(Object.keys(refusalForms)).meta({ description: 'The form of the sentence.' }),
  parameters,
}

export const failureSchema = z
  .object({
    success: z.literal(false),
    data: z
      .object({ dependencies: z.array(z.object({ type: z.string(), id: z.int() })) })
      .nullable()
      .meta({ description: 'null, except when a delete is refused because of dependencies.' }),
    error_code: z.enum(codes),
    error_message: z.string(),
    error: z
      .object(said)
      .optional()
      .meta({ description: 'The message for clients that say it in another language, if it has a code.' }),
    errors: z
      .array(
        z.object({
          path: z
            .string()
            .meta({ description: 'The field of the record, such as dispatch_attributes.from_email.' }),
          problem: z.string().meta({ description: 'What is wrong with it: the sentence without the path.' }),
          code: said.code.optional(),
          parameters: said.parameters.optional(),
        }),
      )
      .optional()
      .meta({ description: 'The fields that the message is about, if it is about fields; for forms.' }),
  })
  .meta({ id: 'Failure', description: 'What every refused call answers.' })

import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form'
import { z } from 'zod'
import { ApiFailure } from '../../src/client/api.ts'
import { wording } from '../../src/contract/api/problems.ts'
import { useAskBeforeClosing } from '../app/reach/unsaved.ts'
import { readRefusal } from '../../src/contract/values/said/refusals.ts'
import { problemOf } from './failures.ts'

// By default, zod compiles schemas with `new Function`, which the page's policy forbids.
z.config({ jitless: true })

/**
 * A form that the contract's own schema validates: the same sentences as the API's. Fields that are empty and optional are
 * left to the schema, which knows what an empty text means. Before it is left with something unsaved, it is asked.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  schema: z.ZodType,
  initialValues: Values,
): UseFormReturnType<Values> {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => problemsOf(schema, values),
  })
  useAskBeforeClosing(form.isDirty())
  return form
}

/** @returns the first problem of each field, by its path: `contents.0.subject`. */
export function problemsOf(schema: z.ZodType, values: unknown): FormErrors {
  const result = schema.safeParse(values, { error: wording })
  const errors: FormErrors = {}
  for (const { path, message } of result.error?.issues ?? [])
    errors[path.join('.')] ??= problemOf({ problem: message, ...readRefusal(message) })
  return errors
}

/** @returns what the server refused, by field; null if the refusal is about none of them. */
export function refusedFields(failure: unknown): FormErrors | null {
  if (!(failure instanceof ApiFailure) || failure.errors.length === 0) return null
  return Object.fromEntries(failure.errors.map(({ path, ...error }) => [path, problemOf(error)]))
}

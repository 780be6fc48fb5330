import { refusedFields } from '../design/form.ts'

/** Whether a refusal is about something that no field of the form shows. */
export function isBesideFields(error: unknown, values: object): boolean {
  const fields = refusedFields(error)
  return fields === null || Object.keys(fields).some((path) => !(path in values))
}

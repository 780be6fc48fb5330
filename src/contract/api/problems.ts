import type { z } from 'zod'
import { suggestion } from '../values/spelling/nearest.ts'
import { AppError, badRequest, invalid, type FieldError } from './errors.ts'
import { namesAt } from './members.ts'

/**
 * Joins all problems: `name cannot be blank, d_speed must be …`.
 * @throws AppError `validation_failed`; `requested_too_many` if the only problem is the length of a list of ids.
 */
export function checkFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: wording })
  if (result.success) return result.data
  const { issues } = result.error
  const errors = issues.flatMap((issue) => errorsOf(schema, issue))
  const problems = errors.map(sentenceOf).join(', ')
  throw issues.every(isTooManyIds)
    ? new AppError('requested_too_many', problems, { errors })
    : invalid(problems, errors)
}

/** @throws AppError `invalid_request`; `requested_too_many` if the only problem is a `per_page` above its maximum. */
export function checkQuery<Schema extends z.ZodObject>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: wording })
  if (result.success) return result.data
  const { issues } = result.error
  const problems = sentenceOfIssues(schema, issues)
  throw issues.every(isTooManyRecords) ? new AppError('requested_too_many', problems) : badRequest(problems)
}

/** For input whose problems are no error of the call. */
export function sentenceOfIssues(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string {
  return issues.flatMap((issue) => errorsOf(schema, issue).map(sentenceOf)).join(', ')
}

function isTooManyRecords(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'too_big' && issue.path.at(-1) === 'per_page'
}

function isTooManyIds(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'too_big' && issue.origin === 'array' && /(^|_)ids$/.test(String(issue.path.at(-1)))
}

function errorsOf(schema: z.ZodType, issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    const known = namesAt(schema, issue.path)
    return issue.keys.map((key) => {
      const name = path === '' ? key : `${path}.${key}`
      return { path: name, problem: `is not a known attribute${suggestion(key, known)}` }
    })
  }
  return [{ path, problem: issue.message }]
}

function sentenceOf({ path, problem }: FieldError): string {
  return path === '' ? problem : `${path} ${problem}`
}

/**
 * Rules that no schema knows are sentences, too: `email has already been taken`. The sentence of one field names it.
 * @returns the error with the field, if the message begins with one of the record.
 */
export function withField<Thrown>(schema: z.ZodType | undefined, error: Thrown): Thrown | AppError {
  if (schema === undefined || !(error instanceof AppError)) return error
  if (error.code !== 'validation_failed' || error.errors.length > 0) return error
  const [, path = '', problem = ''] = /^([a-z][a-z0-9_]*(?:\.\w+)*) (.*)$/s.exec(error.message) ?? []
  const [first = ''] = path.split('.')
  if (!namesAt(schema, []).includes(first)) return error
  const { code, status, headers, message, cause } = error
  return new AppError(code, message, { status, headers, cause, errors: [{ path, problem }] })
}

/** The default wording, if the schema has none. */
export function wording(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'cannot be blank'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${named[issue.expected] ?? `of type ${issue.expected}`}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`
    case 'too_small':
      return `must be at least ${issue.minimum}${unit(issue.origin)}`
    default:
      return 'is invalid'
  }
}

const named: Partial<Record<string, string>> = {
  string: 'a string',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' elements' : ''
}

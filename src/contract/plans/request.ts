/** A line of what a call would be given, for people: fields in the words of the API, without what is secret. */
export type RequestLine = { field: string; value: string }

const secret = /password|secret|token|private_key|credential|totp/
const linesMax = 80
const charactersMax = 300

/** @param body of a call, with its wrapper or without */
export function requestLines(body: unknown): RequestLine[] {
  const fields = Object.entries(hashOf(body))
  const [first] = fields
  const isWrapped = fields.length === 1 && first !== undefined && isHash(first[1])
  return linesOf(isWrapped ? first[1] : body, '').slice(0, linesMax)
}

function linesOf(value: unknown, field: string): RequestLine[] {
  if (secret.test(field)) return [{ field, value: '(not shown)' }]
  const isNested = isHash(value) || (Array.isArray(value) && value.some((one) => typeof one === 'object'))
  if (isNested) {
    return Object.entries(value as object).flatMap(([name, part]) =>
      linesOf(part, field === '' ? name : `${field}.${Array.isArray(value) ? Number(name) + 1 : name}`),
    )
  }
  const text = [value].flat().map(scalar).join(', ')
  return [{ field, value: text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text }]
}

const scalar = (value: unknown) =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hashOf(value: unknown): Record<string, unknown> {
  return isHash(value) ? value : {}
}

/** What a call that makes something would call it. '': nothing. */
export function nameIn(body: unknown): string {
  const [first] = Object.values(hashOf(body))
  const record = isHash(first) ? first : hashOf(body)
  const names = [record['name'], record['full_name'], record['email']]
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '')
  return typeof name === 'string' ? name.trim().replaceAll(/\s+/g, ' ').slice(0, 200) : ''
}

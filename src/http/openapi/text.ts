import { logNames } from '../../contract/imports/states.ts'
import { lookupsMax } from '../../contract/subscribers/endpoints.ts'
import type { ErrorCode } from '../../contract/api/errors.ts'
import type { JsonSchema } from './schemas.ts'

export const description = `
Everything that this server does is done through these calls.

## Base paths

Every call below is served under \`/ga/api/v2\`, \`/ga/api\`, \`/api/v2\` and \`/api\` alike; this
document names the first. \`organization/\` may stand for \`organizations/\`. The header \`X-Version: 2\` is accepted,
any other version is refused.
Further paths of a call, for clients that know it by another one, are its \`x-aliases\` in \`/openapi.json\`.

## Credentials

\`Authorization: Basic <credential>\`, where the credential is what the \`api_key\` attribute of a key
holds: base64 of \`<organization id>:<key>\`. \`Bearer\` with the same value means the same. With
\`Basic\`, HTTP libraries make the same value of the organization's id as user name and the key as password.

## Sessions

A user who has logged in (\`POST sessions\`) is known by the cookie \`__Host-quiver_session\`. Every call of
a session but GET needs the header \`X-CSRF-Token\` with the \`csrf_token\` of the session. Users of the role \`standard\`
are held to their permissions; a call with an Authorization header is the key's, whatever cookie comes with it.
A call can name the organization that it is meant for in the header \`X-Organization\`. If it would act in another one,
it is refused with 403.

## Answers

Answers are envelopes: \`success\`, \`data\`, \`error_code\` (null on success), \`error_message\` (null on success);
lists add \`page\`, \`per_page\`, \`num_records\` and \`num_pages\`. The exceptions are the logs of imports, which are
plain text or CSV. Every answer has an \`X-Request-Id\`. Answers may get further members; ignore what you do not know.

## Times

Times are ISO 8601 with an offset, in the organization's time zone. Where a query takes a time, it takes UNIX
seconds too, and a time without an offset is one of the organization's time zone.

## Queries

A parameter is given once. Parameters that a call does not know are ignored, and \`warnings\` beside
\`data\` names them, in sentences; the key is there only when there is something to say.

## Bodies

Bodies are JSON, whatever the content type says. The record stands under its wrapper key, as shown here, or is
itself the body. Unknown members are ignored and named in \`warnings\`, but inside closed hashes
(\`additionalProperties: false\`) refused. \`warnings\` also names custom fields that the list does not have, codes
that would stay in a message as they are, and contents without an unsubscribe link.

## Refusals

Refusals have one of a closed set of codes; clients branch on \`error_code\`, never on the message. Where the server
runs with \`ERROR_STATUS=always_200\`, all but 401, 429 and 5xx come with the status 200 and \`success\` false. What is
not HTTP at all, has headers that are too large or a body that takes too long is answered 400, 431 or 408 with the same
envelope, and the connection is closed. A path that does not exist is \`not_found\`; a method that a path does not have
is 405 \`invalid_request\` with \`Allow\`.
`.trim()

/** For parameters that are strings. A test fails if one is missing. */
export const textParameters: Record<string, JsonSchema> = {
  classification: {
    type: 'string',
    enum: logNames,
    description: 'What became of the rows.',
  },
  code: { type: 'string', description: 'The delete_confirmation_code.' },
  email: { type: 'string', description: 'An e-mail address.', examples: ['ann@example.com'] },
  id_or_address: {
    type: 'string',
    description: 'An id or an e-mail address.',
    examples: ['ann@example.com'],
  },
  id_or_email: { type: 'string', description: 'An id or an e-mail address.', examples: ['ann@example.com'] },
  key: { type: 'string', description: "The record's id as it is answered.", examples: ['0', '4@1'] },
  ids: {
    type: 'string',
    description: `Up to ${lookupsMax} ids and e-mail addresses, separated by commas.`,
    examples: ['17,ann@example.com'],
  },
}

type Refusal = {
  status: number
  codes: readonly ErrorCode[]
  description: string
  example: string
  headers?: Record<string, string>
}

export const refusals = {
  InvalidRequest: {
    status: 400,
    codes: ['invalid_request'],
    description: 'The request cannot be processed: syntax, query parameters, X-Version.',
    example: 'page must be a whole number of 0 or more',
  },
  NotAuthenticated: {
    status: 401,
    codes: ['not_authorized'],
    description: 'No credential, or one that is not valid (any more).',
    example: 'please specify a valid auth_id or auth_key',
    headers: { 'WWW-Authenticate': 'The scheme: Basic; where a session is meant, Session.' },
  },
  Forbidden: {
    status: 403,
    codes: ['not_authorized'],
    description: 'The role or the permissions of the caller are not sufficient.',
    example: 'this call needs a system_admin key of the System Organization',
  },
  NotFound: {
    status: 404,
    codes: ['not_found'],
    description:
      'The record is missing, deleted or belongs to another organization; the answer does not differ.',
    example: 'mailing list not found',
  },
  SeveralFound: {
    status: 409,
    codes: ['multiple_records_found', 'validation_failed'],
    description: 'One record was expected and there are several; or the record was changed since If-Match.',
    example: 'several subscribers have this address; name one by its id',
  },
  TooLarge: {
    status: 413,
    codes: ['invalid_request'],
    description: 'The body is too large.',
    example: 'the body is too large',
  },
  ValidationFailed: {
    status: 422,
    codes: ['validation_failed', 'requested_too_many'],
    description:
      'The record or its state would become invalid, or more records were asked for than one call may have.',
    example: 'name cannot be blank',
  },
  TooManyRequests: {
    status: 429,
    codes: ['too_many_requests'],
    description: 'Too many requests.',
    example: 'too many requests; try again in a moment',
    headers: {
      'Retry-After': 'Seconds to wait.',
      'X-RateLimit-Limit':
        'Also in other answers, unless there is no limit: how many calls the caller can make in a minute.',
      'X-RateLimit-Remaining': 'As before: how many of them are left.',
      'X-RateLimit-Reset': 'As before: after how many seconds all of them are back.',
    },
  },
  InternalError: {
    status: 500,
    codes: ['internal_error'],
    description: "The server's fault; its log has the request id.",
    example: 'internal error; the request id is 4bf92f3577b34da6a3ce929d0e0e4736',
  },
  Unavailable: {
    status: 503,
    codes: ['internal_error'],
    description: 'The database cannot be reached at the moment.',
    example: 'the database cannot be reached; try again in a moment',
    headers: { 'Retry-After': 'Seconds to wait.' },
  },
} as const satisfies Record<string, Refusal>

export type RefusalName = keyof typeof refusals

export const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes it safe to send the call again: for 24 hours the same call with the same key is answered as the first time, with the header Idempotency-Replayed: true, and done once. Another call with the same key is validation_failed.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
} as const

export const ifMatchParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The updated_at that the record had when it was shown, in quotes. If it has changed since, nothing is done: the answer is validation_failed with the status 409 and says who changed it and when. In the body it is expected_updated_at.',
  schema: { type: 'string' },
  example: '"2027-01-31T09:30:00+01:00"',
} as const

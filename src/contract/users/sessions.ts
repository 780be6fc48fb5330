import { z } from 'zod'
import { endpoint, roles } from '../api/endpoint.ts'
import { idField, text } from '../api/fields.ts'
import { permissionsSchema, userSchema } from './endpoints.ts'
import { rightsSchema } from './rights.ts'

const time = z.iso.datetime({ offset: true })

const organizationSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    time_zone: z.string().meta({ description: 'The IANA name of the time zone, such as Europe/Berlin.' }),
  })
  .meta({ id: 'SessionOrganization' })

const featuresSchema = z
  .object({
    sends_mail: z.boolean().meta({
      description: 'Whether an SMTP server is configured. If not, messages stay in the local mailbox.',
    }),
    auto_subscriber_management: z
      .boolean()
      .meta({ description: 'Whether organizations have auto_subscriber_management.' }),
    sender_domains: z.enum(['open', 'owned', 'proven']).meta({
      description:
        'Which domains an organization can send as: open: any that no other organization has proven; owned: those it has added; proven: those it has proven.',
    }),
    reveal_api_keys: z
      .enum(['once', 'always'])
      .meta({ description: 'Whether answers show a key once, when it is created, or always.' }),
    upload_bytes_max: z
      .int()
      .meta({ description: 'How large all uploads of an organization can be together, in bytes.' }),
  })
  .meta({ id: 'Features', description: 'What the operator has configured on this server.' })

export type Features = z.input<typeof featuresSchema>

export const sessionSchema = z
  .object({
    user: userSchema,
    organization: organizationSchema.meta({ description: 'The organization of the user.' }),
    stepped_into: organizationSchema.nullable().meta({
      description:
        "The organization that a system administrator's session has stepped into: calls act there. null: in the user's own.",
    }),
    role: z.enum(roles).meta({
      description:
        "The role of the session's calls: that of the user, or organization_admin in an organization that was stepped into.",
    }),
    permissions: permissionsSchema,
    rights: rightsSchema.nullable().meta({
      description:
        'What the calls of the session may do, reading included, if the user has a role of the organization. null: what role and permissions say.',
    }),
    mailing_list_ids: z
      .array(z.int())
      .nullable()
      .meta({ description: 'The mailing lists that exist for the session. null: all.' }),
    time_zone: z.string().meta({
      description: "The IANA name of the user's time zone, or of the organization's that calls act in.",
    }),
    features: featuresSchema,
    csrf_token: z.string().meta({
      description: 'The value to send as X-CSRF-Token with every POST, PUT and DELETE of the session.',
    }),
    second_factor_missing: z.boolean().meta({
      description: 'Whether the session can only set up the second factor that the user must have.',
    }),
  })
  .meta({ id: 'Session' })

export type SessionAnswer = z.input<typeof sessionSchema>

export const sessionRecordSchema = z
  .object({
    id: z.int(),
    created_at: time,
    last_used_at: time.meta({ description: 'When the session was last used, to the minute.' }),
    ip: z.string().meta({ description: 'The address that the user logged in from.' }),
    user_agent: z
      .string()
      .meta({ description: 'The browser that the user logged in with, in its own words.' }),
    method: z
      .enum(['password', 'provider', 'passkey'])
      .nullable()
      .meta({ description: 'How the user logged in. null: it is not known.' }),
    current: z.boolean().meta({ description: 'Whether it is the session of this call.' }),
  })
  .meta({ id: 'SessionRecord' })

export type SessionRecord = z.input<typeof sessionRecordSchema>

export const passwordLengthMin = 12
export const passwordLengthMax = 256

export const logInInput = z.object({
  email: text(600).meta({ description: 'The address of the user.' }),
  password: text(passwordLengthMax).meta({ description: 'The password of the user.' }),
  totp: text(64).nullish().meta({
    description:
      'The six digits of the second factor, or a recovery code. Required if the user has a second factor.',
  }),
})

export const resetInput = z.object({ email: text(600).meta({ description: 'The address of the user.' }) })

export const passwordInput = z.object({
  token: text(200).meta({
    description: 'The token in the link of the invitation or the reset. It works once.',
  }),
  password: text(passwordLengthMax).min(passwordLengthMin).meta({
    description:
      'The new password, 12 to 256 characters. It cannot be a common password, a simple pattern, or made of the name or address of the user.',
  }),
})

export const ownPasswordInput = z.object({
  password: text(passwordLengthMax).meta({ description: 'The password of the user.' }),
})

export const stepIntoInput = z.object({
  organization_id: idField.meta({ description: 'The id of the organization, which must be active.' }),
})

export const codeInput = z.object({
  code: text(64).meta({ description: 'The current six digits of the second factor.' }),
})

const open = { tag: 'Log-in', role: 'anyone', paged: 'none' } as const
const ownSessions = { tag: 'Log-in', role: 'standard', paged: 'none', ofOwnAccount: true } as const
const own = { ...ownSessions, withoutSecondFactor: true } as const

export const createSession = endpoint({
  ...open,
  id: 'createSession',
  method: 'POST',
  path: 'sessions',
  summary: 'Log in and set the cookie of a new session',
  wrapper: 'session',
  body: logInInput,
  data: sessionSchema,
})

export const showCurrentSession = endpoint({
  ...own,
  id: 'showCurrentSession',
  method: 'GET',
  path: 'sessions/current',
  summary: 'Show the current session',
  data: sessionSchema,
})

export const deleteCurrentSession = endpoint({
  ...own,
  id: 'deleteCurrentSession',
  method: 'DELETE',
  path: 'sessions/current',
  summary: 'Log out and end the session on the server',
  data: z.null(),
})

export const stepInto = endpoint({
  ...ownSessions,
  role: 'system_admin',
  id: 'stepInto',
  method: 'POST',
  path: 'sessions/current/organization',
  summary: 'Step into an organization: the calls of the session act there, as organization_admin',
  body: stepIntoInput,
  data: sessionSchema,
})

export const stepOut = endpoint({
  ...ownSessions,
  role: 'system_admin',
  id: 'stepOut',
  method: 'DELETE',
  path: 'sessions/current/organization',
  summary: "Step out, back to the user's own organization",
  data: sessionSchema,
})

export const listSessions = endpoint({
  ...ownSessions,
  id: 'listSessions',
  method: 'GET',
  path: 'sessions',
  summary: 'List the sessions of the user, newest first',
  data: z.array(sessionRecordSchema),
})

export const deleteSession = endpoint({
  ...ownSessions,
  id: 'deleteSession',
  method: 'DELETE',
  path: 'sessions/:id',
  summary: 'End a session of the user',
  data: z.null(),
})

export const deleteOtherSessions = endpoint({
  ...ownSessions,
  id: 'deleteOtherSessions',
  method: 'DELETE',
  path: 'sessions',
  summary: 'End all sessions of the user except for the current one',
  data: z.null(),
})

export const createPasswordReset = endpoint({
  ...open,
  id: 'createPasswordReset',
  method: 'POST',
  path: 'log_in/reset',
  summary: 'Request a link to set a new password; the answer does not reveal whether the address is known',
  body: resetInput,
  data: z.null(),
})

export const setPassword = endpoint({
  ...open,
  id: 'setPassword',
  method: 'POST',
  path: 'log_in/password',
  summary: 'Set the password with the token of a link and end all sessions of the user',
  body: passwordInput,
  data: z.null(),
})

export const createTotp = endpoint({
  ...own,
  id: 'createTotp',
  method: 'POST',
  path: 'users/current/totp',
  summary: 'Start to set up a second factor (RFC 6238), which takes effect once confirmed',
  // No key: it would be stored with a fast hash of the body, which contains the password.
  idempotencyKey: false,
  body: ownPasswordInput,
  data: z.object({ secret: z.string(), otpauth_url: z.string() }),
})

export const confirmTotp = endpoint({
  ...own,
  id: 'confirmTotp',
  method: 'POST',
  path: 'users/current/totp/confirm',
  summary:
    'Confirm the second factor with a code and end all other sessions; only this answer contains the ten recovery codes',
  body: codeInput,
  data: z.object({ recovery_codes: z.array(z.string()) }),
})

export const deleteTotp = endpoint({
  ...own,
  id: 'deleteTotp',
  method: 'DELETE',
  path: 'users/current/totp',
  summary: 'Remove the second factor with one of its codes',
  body: codeInput,
  data: z.null(),
})

export const totpEndpoints = [createTotp, confirmTotp, deleteTotp] as const

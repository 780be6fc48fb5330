import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { text } from '../api/fields.ts'
import { userSchema } from './endpoints.ts'

/** Logging in and out, for the console: an API key needs none of it. */

export const sessionSchema = z
  .object({
    user: userSchema,
    organization: z.object({ id: z.int(), name: z.string() }),
    csrf_token: z
      .string()
      .meta({ description: 'The header X-CSRF-Token of every POST, PUT and DELETE of the session.' }),
    second_factor_missing: z.boolean().meta({
      description: 'The session can do nothing but set up the second factor that the user must have.',
    }),
  })
  .meta({ id: 'Session' })

export type SessionAnswer = z.input<typeof sessionSchema>

export const passwordLengthMin = 12
export const passwordLengthMax = 256

export const logInInput = z.object({
  email: text(600),
  password: text(passwordLengthMax),
  totp: text(64)
    .nullish()
    .meta({ description: 'The six digits of the second factor, or one of the recovery codes.' }),
})

export const resetInput = z.object({ email: text(600) })

export const passwordInput = z.object({
  token: text(200).meta({ description: 'From the link of the invitation or of the reset.' }),
  password: text(passwordLengthMax).min(passwordLengthMin).meta({ description: 'Not the e-mail address.' }),
})

export const codeInput = z.object({
  code: text(64).meta({ description: 'The six digits of the second factor.' }),
})

const open = { tag: 'Log-in', role: 'anyone', paged: 'none' } as const
const own = { tag: 'Log-in', role: 'standard', paged: 'none', withoutSecondFactor: true } as const

export const createSession = endpoint({
  ...open,
  id: 'createSession',
  method: 'POST',
  path: 'sessions',
  summary: 'Log in: sets the cookie of a new session',
  wrapper: 'session',
  body: logInInput,
  data: sessionSchema,
})

export const showCurrentSession = endpoint({
  ...own,
  id: 'showCurrentSession',
  method: 'GET',
  path: 'sessions/current',
  summary: 'Who is logged in',
  data: sessionSchema,
})

export const deleteCurrentSession = endpoint({
  ...own,
  id: 'deleteCurrentSession',
  method: 'DELETE',
  path: 'sessions/current',
  summary: 'Log out: the session ends on the server',
  data: z.null(),
})

export const createPasswordReset = endpoint({
  ...open,
  id: 'createPasswordReset',
  method: 'POST',
  path: 'log_in/reset',
  summary: 'Ask for a link to set a new password; the answer does not say whether the address is known',
  body: resetInput,
  data: z.null(),
})

export const setPassword = endpoint({
  ...open,
  id: 'setPassword',
  method: 'POST',
  path: 'log_in/password',
  summary: 'Set the password with the token of a link, once; all sessions of the user end',
  body: passwordInput,
  data: z.null(),
})

export const createTotp = endpoint({
  ...own,
  id: 'createTotp',
  method: 'POST',
  path: 'users/current/totp',
  summary: 'Begin to set up a second factor (RFC 6238); it counts once it is confirmed',
  data: z.object({ secret: z.string(), otpauth_url: z.string() }),
})

export const confirmTotp = endpoint({
  ...own,
  id: 'confirmTotp',
  method: 'POST',
  path: 'users/current/totp/confirm',
  summary: 'Confirm the second factor with a code; answers ten recovery codes, this once',
  body: codeInput,
  data: z.object({ recovery_codes: z.array(z.string()) }),
})

export const deleteTotp = endpoint({
  ...own,
  id: 'deleteTotp',
  method: 'DELETE',
  path: 'users/current/totp',
  summary: 'Remove the second factor, with one of its codes',
  body: codeInput,
  data: z.null(),
})

import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { name, text } from '../api/fields.ts'
import { passwordLengthMax, sessionSchema } from './sessions.ts'

const time = z.iso.datetime({ offset: true })

export const passkeysMax = 20

export const passkeySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: time,
    last_used_at: time.nullable().meta({ description: 'When it was last used for a log-in. null: never.' }),
  })
  .meta({ id: 'Passkey' })

export type PasskeyRecord = z.input<typeof passkeySchema>

/** What WebAuthn calls options: passed to the browser as they are. */
const optionsSchema = z.looseObject({})

const beginningSchema = z.object({
  token: z
    .string()
    .meta({ description: 'To send back with the answer of the browser, within five minutes.' }),
  options: optionsSchema.meta({
    description: 'What the browser takes: publicKey of navigator.credentials, in JSON.',
  }),
})

const token = text(4000).meta({ description: 'The token from the beginning. It works once.' })
const answer = { description: 'The answer of the browser, as toJSON() of the credential writes it.' }

/** In base64url, as WebAuthn names it. */
const part = (max: number, description: string) => text(max).meta({ description })
const of = {
  id: part(2000, 'The id of the credential, in base64url.'),
  rawId: part(2000, 'The id of the credential once more.'),
  type: z.literal('public-key').meta({ description: 'The kind of the credential: public-key.' }),
  clientExtensionResults: z
    .looseObject({})
    .optional()
    .meta({ description: 'What extensions answered, which is ignored.' }),
}
const clientDataJSON = part(10_000, 'What the browser was asked, in base64url.')

export const attestation = z
  .object({
    ...of,
    response: z
      .object({
        clientDataJSON,
        attestationObject: part(50_000, 'The new public key, in base64url.'),
        transports: z
          .array(text(50))
          .max(20)
          .optional()
          .meta({ description: 'How the device can be reached, which is ignored.' }),
      })
      .meta({ description: 'What the device has made.' }),
  })
  .meta(answer)

export const assertion = z
  .object({
    ...of,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: part(10_000, 'What the device says of itself, in base64url.'),
        signature: part(5000, 'The signature of the device, in base64url.'),
        userHandle: text(200)
          .nullish()
          .meta({ description: 'What the device knows of its user, in base64url.' }),
      })
      .meta({ description: 'What the device has signed.' }),
  })
  .meta(answer)

export type Attestation = z.output<typeof attestation>
export type Assertion = z.output<typeof assertion>

const own = { tag: 'Log-in', role: 'standard', paged: 'none', ofOwnAccount: true } as const
const open = { tag: 'Log-in', role: 'anyone', paged: 'none', method: 'POST' } as const
const passkeyName = name(60).meta({ description: 'A name for the passkey, such as that of the device.' })

export const listPasskeys = endpoint({
  ...own,
  id: 'listPasskeys',
  method: 'GET',
  path: 'users/current/passkeys',
  summary: 'List the passkeys of the user of the session',
  data: z.array(passkeySchema),
})

export const beginPasskey = endpoint({
  ...own,
  id: 'beginPasskey',
  method: 'POST',
  path: 'users/current/passkeys/begin',
  summary: 'Start to add a passkey, with the password',
  // No key: it would be stored with a fast hash of the body, which contains the password.
  idempotencyKey: false,
  body: z.object({ password: text(passwordLengthMax).meta({ description: 'The password of the user.' }) }),
  data: beginningSchema,
})

export const createPasskey = endpoint({
  ...own,
  id: 'createPasskey',
  method: 'POST',
  path: 'users/current/passkeys',
  summary: 'Add the passkey that the browser has made',
  idempotencyKey: false,
  body: z.object({ token, name: passkeyName, credential: attestation }),
  data: passkeySchema,
})

export const updatePasskey = endpoint({
  ...own,
  id: 'updatePasskey',
  method: 'PUT',
  path: 'users/current/passkeys/:id',
  summary: 'Change the name of a passkey',
  body: z.object({ name: passkeyName }),
  data: passkeySchema,
})

export const deletePasskey = endpoint({
  ...own,
  id: 'deletePasskey',
  method: 'DELETE',
  path: 'users/current/passkeys/:id',
  summary: 'Remove a passkey of the user of the session',
  data: z.null(),
})

export const beginPasskeyLogIn = endpoint({
  ...open,
  id: 'beginPasskeyLogIn',
  path: 'log_in/passkey_options',
  summary: 'Start a log-in with a passkey',
  body: z.object({}),
  data: beginningSchema,
})

export const logInWithPasskey = endpoint({
  ...open,
  id: 'logInWithPasskey',
  path: 'log_in/passkey',
  summary: 'Log in with the answer of the browser and set the cookie of a new session',
  body: z.object({ token, credential: assertion }),
  data: sessionSchema,
})

export const passkeyEndpoints = [
  listPasskeys,
  beginPasskey,
  createPasskey,
  updatePasskey,
  deletePasskey,
  beginPasskeyLogIn,
  logInWithPasskey,
] as const

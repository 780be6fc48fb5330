import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { idField, text } from '../api/fields.ts'
import { sessionSchema } from './sessions.ts'

/** Why a log-in with a provider ended: in the address of the log-in page. */
export const logInProblems = [
  'expired',
  'refused',
  'unreachable',
  'invalid',
  'no_address',
  'not_verified',
  'other_domain',
  'no_user',
  'inactive',
  'elsewhere',
] as const
export type LogInProblem = (typeof logInProblems)[number]

const offered = z.object({
  id: z.string().meta({ description: 'The provider, for POST log_in/single_sign_on.' }),
  name: z.string(),
})
export type OfferedProvider = z.input<typeof offered>

const open = { tag: 'Log-in', role: 'anyone', paged: 'none', method: 'POST' } as const

export const findLogInProviders = endpoint({
  ...open,
  id: 'findLogInProviders',
  path: 'log_in/providers',
  summary: 'List the providers that people with this address can log in with, by its domain',
  body: z.object({
    email: text(600).meta({
      description: 'The address. Empty: the providers that are offered to everybody.',
    }),
  }),
  data: z.array(offered),
})

export const beginSingleSignOn = endpoint({
  ...open,
  id: 'beginSingleSignOn',
  path: 'log_in/single_sign_on',
  summary:
    'Start a log-in with a provider: open the address of the answer in this browser within ten minutes',
  body: z.object({
    provider: text(40).meta({ description: 'The id from POST log_in/providers.' }),
    to: text(2000).nullish().meta({
      description: 'The path of the console to open afterwards, such as /o/1/lists. Default: /.',
    }),
  }),
  data: z.object({ url: z.string() }),
})

const own = { tag: 'Log-in', role: 'standard', paged: 'none', ofOwnAccount: true } as const

export const listOwnOrganizations = endpoint({
  ...own,
  id: 'listOwnOrganizations',
  method: 'GET',
  path: 'sessions/current/organizations',
  summary: "List the other organizations that have a user with the address of the session's user",
  data: z.array(z.object({ id: z.int(), name: z.string() }).meta({ id: 'OwnOrganization' })),
})

export const switchOrganization = endpoint({
  ...own,
  id: 'switchOrganization',
  method: 'POST',
  path: 'sessions/current/switch',
  summary: 'End the session and begin one of the user with the same address in another organization',
  // The answer sets a cookie.
  idempotencyKey: false,
  body: z.object({
    organization_id: idField.meta({ description: 'The id from GET sessions/current/organizations.' }),
  }),
  data: sessionSchema,
})

export const singleSignOnEndpoints = [
  findLogInProviders,
  beginSingleSignOn,
  listOwnOrganizations,
  switchOrganization,
] as const
